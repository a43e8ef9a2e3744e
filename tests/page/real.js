// SPDX-License-Identifier: GPL-2.0
// A real report: the tree, the search, the filters, the keys, and the hash that they leave.
const count = fits => given.filter(fits).length;
const in_hash = id => (hash().get('open') || '').split(' ').includes(String(id));
const has = (failure, func) => failure.chain.some(link => link.func === func);

async function tree() {
	const picked = given.find(failure => failure.picked), first = groups()[0];

	equal('all are there', found().slice(0, 2), [given.length, given.length]);
	check('equal ones are one', groups().length < given.length && groups().length === found()[2], groups().length);
	equal('each is in one', groups().reduce((sum, details) =>
		sum + Number((text(details.querySelector('summary > :last-child')).match(/\d+/) || [1])[0]), 0), given.length);
	check('the one that was picked is open', first.open && first.matches('.picked') && groups().filter(details => details.open).length === 1);
	check('its line', text(first.querySelector('summary')).includes(`${picked.syscall}() = -1 ${picked.errno} ${picked.message}`) &&
	      text(first.querySelector('summary')).includes(`${picked.comm}[${picked.pid}]`), text(first.querySelector('summary')));
	equal('its functions', rows(first).map(row => text(row.querySelector('.name')).split(' ')[0]), picked.chain.map(link => link.func));
	equal('made here', rows(first).map(row => !!row.querySelector('.tag')), picked.chain.map(link => link.origin));
	equal('their depth', rows(first).map(row => Number(row.querySelector('.name').style.getPropertyValue('--level'))),
	      picked.chain.map((link, number) => number));
	equal('their share of the time', rows(first).map(row => Math.round(parseFloat(row.querySelector('.bar').style.width))),
	      picked.chain.map(link => Math.round(link.duration_ns / picked.duration_ns * 100)));

	const closed = groups()[1];

	check('what is closed is not there yet', closed.children.length === 1);
	closed.querySelector('summary').click();
	await until(() => closed.querySelector('table'));
	const id = Number(closed.dataset.id);

	equal('another one opens', rows(closed).map(row => text(row.querySelector('.name')).split(' ')[0]),
	      given.find(failure => failure.id === id).chain.map(link => link.func));
	await until(() => in_hash(id));
	closed.querySelector('summary').click();
	await until(() => !in_hash(id));
	check('and closes', !closed.open);
}

async function search() {
	const wanted = count(failure => has(failure, 'vfs_rmdir') && failure.errno === 'EBUSY');

	await type('vfs_rmdir ebusy');
	equal('two words', found(), [wanted, given.length, 1]);
	equal('they are marked', [...new Set(all('mark').map(mark => mark.textContent))].sort(), ['EBUSY', 'vfs_rmdir']);
	const cat = given.find(failure => failure.comm === 'cat');

	await type(`cat[${cat.pid}]`);
	equal('a process', found()[0], count(failure => failure.pid === cat.pid && failure.comm === 'cat'));
	await type('no such thing anywhere');
	equal('nothing', [found(), groups().length], ['No failure fits.', 0]);
	await type('');
	equal('all again', found()[0], given.length);
}

async function filters() {
	for (const [facet, of] of [['errno', failure => failure.errno], ['process', failure => failure.comm],
				   ['call', failure => failure.syscall], ['origin', failure => failure.origin.func]]) {
		const values = [...new Set(given.map(of))].sort();

		equal(`${facet}: its values`, all(`#facet-${facet} button`).map(button => button.dataset.value).sort(), values);
		check(`${facet}: the numbers`, values.every(value =>
			text(chip(facet, value).lastChild) === String(count(failure => of(failure) === value))));
	}
	chip('errno', 'ENOENT').click();
	equal('one errno', found()[0], count(failure => failure.errno === 'ENOENT'));
	check('only that', groups().every(details => text(details.querySelector('summary')).includes('ENOENT')));
	equal('it is pressed', chip('errno', 'ENOENT').getAttribute('aria-pressed'), 'true');
	equal('the other filter counts what is left', text(chip('process', 'cat').lastChild),
	      String(count(failure => failure.errno === 'ENOENT' && failure.comm === 'cat')));
	equal('its own one does not', text(chip('errno', 'EBUSY').lastChild), '1');
	chip('process', 'cat').click();
	equal('and one process', found()[0], count(failure => failure.errno === 'ENOENT' && failure.comm === 'cat'));
	check('no button for none', !chip('errno', 'EBUSY'));
	chip('process', 'cat').click();
	chip('errno', 'EBUSY').click();
	equal('two errnos', found()[0], count(failure => /^(ENOENT|EBUSY)$/.test(failure.errno)));
	one('#clear').click();
	equal('all again', found()[0], given.length);
}

async function other() {
	const several = groups().find(details => text(details.querySelector('summary > :last-child')));

	several.querySelector('summary').click();
	await until(() => several.querySelector('.instances'));
	const before = text(several.querySelector('table')), buttons = several.querySelectorAll('.instances button');

	equal('a button for each of the equal ones', buttons.length, Number(text(several.querySelector('summary > :last-child')).slice(2)));
	buttons[1].click();
	check('another of them', text(several.querySelector('table')) !== before && buttons[1].getAttribute('aria-pressed') === 'true');
	several.querySelector('summary').click();

	one('#order').value = 'count';
	one('#order').dispatchEvent(new Event('change'));
	const numbers = groups().slice(1).map(details => Number(text(details.querySelector('summary > :last-child')).slice(2)) || 1);

	equal('in another order', numbers, [...numbers].sort((a, b) => b - a));

	key('/');
	check('/ goes to the search', document.activeElement === one('#search'));
	one('#search').blur();
	key('e');
	await until(() => groups().every(details => details.querySelector('table, p')));
	check('e opens all', groups().every(details => details.open));
	key('e');
	check('e closes all', groups().every(details => !details.open));
}

run(async () => {
	await tree();
	await search();
	await filters();
	await other();

	/* What again.js finds */
	await until(() => hash().get('open') === '');
	await type('step_into');
	chip('errno', 'ENOENT').click();
	groups()[1].querySelector('summary').click();
	await until(() => hash().get('open'));
	equal('the hash has it', [hash().get('q'), hash().getAll('errno'), hash().get('order'), hash().get('open')],
	      ['step_into', ['ENOENT'], 'count', groups()[1].dataset.id]);
	results.push('hash ' + location.hash.slice(1));
});
