// SPDX-License-Identifier: GPL-2.0
// What a function's line has: where it was called, functions that are inlined, causes, arguments.
run(async () => {
	const line = row => [...row.cells].map(text).filter(cell => cell).join(' | ');
	const of = errno => groups().find(details => text(details.querySelector('summary .errno')) === errno);

	equal('eight in seven ways', found(), [8, 8, 7]);
	check('what was lost is told', text(one('#about')).includes('LOST 7 records'));
	check('the status of the command', text(one('#about')).includes('status 3'));
	key('e');
	await until(() => groups().every(details => details.querySelector('table, p')));

	equal('inlined', rows(of('ELOOP')).slice(0, 4).map(line), [
		'sys_openat | 252 µs | defined at fs/open.c:1347',
		'path_openat | 100 µs | fs/namei.c:3865',
		'do_open inlined | fs/namei.c:3838',
		'may_open made here | 4.9 µs | fs/namei.c:3675, defined at fs/namei.c:3269',
	]);
	equal('the times of equal ones', text(of('ELOOP').querySelector('summary > :nth-child(4)')), '100 ns – 252 µs');
	const bar = rows(of('ELOOP'))[3].querySelector('.bar').style;

	equal('its bar', [Math.round(parseFloat(bar.marginLeft)), Math.round(parseFloat(bar.width))], [39, 2]);
	equal('by a jump', rows(of('EACCES')).map(line)[2], 'may_open made here | 4.9 µs | by a jump, defined at fs/namei.c:3269');
	equal('not traced, and a cause that is a guess', rows(of('EIO')).map(line).slice(1), [
		'path_openat | 100 µs | +0x10',
		'untraced not traced',
		'may_open [some_module] made here? likely NULL in pid_task | 4.9 µs | +0x20, defined at fs/namei.c:3269',
	]);
	equal('arguments, a cause, where it may be made, and one beside', rows(of('EPERM')).map(line), [
		'sys_openat | 252 µs | defined at fs/open.c:1347',
		'get_unused_fd_flags EMFILE | 100 ns',
		'path_openat | 100 µs | fs/namei.c:3865',
		'do_open inlined | fs/namei.c:3838',
		'may_open(flag=0x20000, mode=1) made here was EACCES in capable | 4.9 µs | ' +
			'fs/namei.c:3675, defined at fs/namei.c:3269, maybe at fs/namei.c:3279',
	]);
	equal('the one beside', rows(of('EPERM')).map(row => row.className), ['', 'beside', '', 'between', 'origin']);
	equal('no function', text(of('ENOSYS').querySelector('p')), 'No function of the kernel was recorded for it.');
	equal('the origin has no record', line(rows(of('ENOMEM')).pop()), 'too_deep made here');
	const picked = one('details.picked .way');

	equal('the last lines that ran', rows(picked).map(line), [
		'> | fs/namei.c:3271 | if (flag & O_NOFOLLOW)', 'fs/namei.c:3272 | if (flag & O_NOFOLLOW)',
	]);
	picked.querySelector('button').click();
	equal('all of them', rows(picked).length, 4);
	check('addresses without a probe', text(picked).includes('2 addresses'));
	const handled = groups().find(details => text(details.querySelector('summary')).includes('openat() = 3 failed within'));

	equal('handled', rows(handled).map(line), [
		'sys_openat | 252 µs | defined at fs/open.c:1347',
		'path_openat | 100 µs | fs/namei.c:3865',
		'do_open inlined | fs/namei.c:3838',
		'may_open EAGAIN made here | 4.9 µs | fs/namei.c:3675, defined at fs/namei.c:3269',
		'other ENOENT made here | 100 ns',
	]);
	await type('namei.c:3838');
	equal('a search for a line', found(), [6, 8, 5]);
	await type('flag=0x2');
	equal('a search for an argument', found(), [1, 8, 1]);
});
