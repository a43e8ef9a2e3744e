// SPDX-License-Identifier: GPL-2.0
// Twelve thousand failures: the page has few of them at a time, and finds each.
run(async () => {
	equal('all are counted', found(), [12000, 12000, 10001]);
	check('few are on the page', groups().length <= 500 && document.querySelectorAll('*').length < 10000, groups().length);
	const before = groups().length;

	one('#more button').click();
	equal('more when asked for', groups().length, before + 100);
	check('few buttons', all('#facets button').length < 100);
	await type('function9876');
	equal('one is found', found(), [1, 12000, 1]);
	await type('');
	one('#order').value = 'count';
	one('#order').dispatchEvent(new Event('change'));
	groups()[0].querySelector('summary').click();
	await until(() => groups()[0].querySelector('.instances'));
	check('two thousand of one kind, few at a time', all('.instances button').length < 100);
	all('.instances button').pop().click();
	check('more of them', all('.instances button').length > 100);
});
