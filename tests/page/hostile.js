// SPDX-License-Identifier: GPL-2.0
// Names that are no names: all of them are shown as they are.
run(async () => {
	const named = failure => [failure.comm, failure.syscall, failure.errno, ...failure.chain.map(link => link.func)];

	equal('all are there', found()[0], given.length);
	key('e');
	await until(() => groups().every(details => details.querySelector('table')));
	const shown = text(one('#list')), header = JSON.parse(one('#data').textContent)[0];

	for (const name of new Set(given.flatMap(named)))
		check('shown as it is', shown.includes(name.replace(/\s+/g, ' ').trim()), name);
	equal('the command', one('h1').textContent, header.command);
	check('the title', document.title.startsWith('fgraph-why: ' + header.command.slice(0, 20)), document.title);

	const origin = given[given.length - 1].origin.func;

	await type(origin);
	check('found', found()[0] >= 1, found());
	check('marked', all('mark').some(mark => origin.toLowerCase().startsWith(mark.textContent.toLowerCase())));
	await type('');
	for (const failure of given.filter((failure, number) => given.findIndex(other => other.comm === failure.comm) === number)) {
		chip('process', failure.comm).click();
		equal('filtered', found()[0], given.filter(other => other.comm === failure.comm).length);
		chip('process', failure.comm).click();
	}
	/* Through the address, too */
	chip('process', given[0].comm).click();
	await until(() => hash().getAll('process').includes(given[0].comm));
});
