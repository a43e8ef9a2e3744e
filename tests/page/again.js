// SPDX-License-Identifier: GPL-2.0
// The page, opened by the address that real.js left.
run(async () => {
	const fits = failure => failure.errno === 'ENOENT' && failure.chain.some(link => link.func === 'step_into');

	equal('the search', one('#search').value, 'step_into');
	equal('the filter', all('.facet [aria-pressed=true]').map(button => button.dataset.value), ['ENOENT']);
	equal('the order', one('#order').value, 'count');
	equal('what is shown', found().slice(0, 2), [given.filter(fits).length, given.length]);
	equal('what is open', opened(), hash().get('open').split(' ').map(Number));
	check('it has its functions', rows(groups()[1]).length > 1);
	location.hash = '#errno=EBUSY';
	await until(() => found()[0] === 1);
	equal('another address on the same page', [one('#search').value, one('#order').value, opened().length], ['', 'time', 1]);
});
