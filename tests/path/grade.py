#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
# grade.py TRUTH IDS FILE TREE: of the lines that fgraph-why --path shows (FILE, as guest.sh prints it), is one the line that
# TRUTH names, or the condition in front of it? The condition is the next "if", "while", "for" or "switch", at most five
# lines before. TRUTH has lines of the branch "base" of TREE. Prints a line for each call of IDS: "right", "wrong", or
# "absent" if the command did not fail there, with its ID, the line, and what was shown. The last line is "rate RIGHT of CALLS".
import csv
import json
import re
import subprocess
import sys

CONDITION = re.compile(r'\b(if|while|for|switch)\b.*\(')
BEFORE = 5


def read_paths(text):
    """The path of each ID, or None."""
    paths = {}
    for part in re.split('^== ', text, flags=re.M)[1:]:
        name, _, rest = part.partition('\n')
        paths[name] = None
        for line in rest.splitlines():
            if line.startswith('{') and '"type":"path"' in line:
                paths[name] = json.loads(line)
    return paths


def here(tree, file, line):
    """Where a line of the base is in the tree."""
    diff = subprocess.run(['git', '-C', tree, 'diff', '-U0', 'base', '--', file], capture_output=True, text=True,
                          check=True).stdout
    moved = 0
    for old, old_nr, new_nr in re.findall(r'^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@', diff, flags=re.M):
        if int(old) < line:
            moved += int(new_nr or 1) - int(old_nr or 1)
    return line + moved


def accepted(tree, file, line):
    """The line, and those from its condition on."""
    with open(f'{tree}/{file}', errors='replace') as source:
        lines = source.read().split('\n')
    for at in range(line, max(line - BEFORE, 1) - 1, -1):
        if CONDITION.search(lines[at - 1]):
            return range(at, line + 1)
    return range(line, line + 1)


def main():
    truth, ids, said, tree = sys.argv[1:]
    with open(said, errors='replace') as file:
        paths = read_paths(file.read())
    with open(ids) as file:
        made = {line.split()[0] for line in file}
    with open(truth) as file:
        rows = list(csv.DictReader(file, delimiter='\t'))
    right = calls = 0
    for row in rows:
        if row['id'] not in made:
            continue
        calls += 1
        file, line = row['where'].split(':')
        good = accepted(tree, file, here(tree, file, int(line)))
        path = paths.get(row['id'])
        shown = [step for step in path['lines'] if step['shown']] if path else []
        if len(shown) > 5:
            sys.exit(f'{row["id"]}: {len(shown)} lines are shown')
        verdict = 'absent'
        if shown:
            verdict = 'right' if any(s['file'] == file and s['line'] in good for s in shown) else 'wrong'
        right += verdict == 'right'
        print(verdict, row['id'], row['where'], *(f'{s["file"]}:{s["line"]}' for s in shown))
    print(f'rate {right} of {calls}')


if __name__ == '__main__':
    main()
