// SPDX-License-Identifier: GPL-2.0
// In the page, behind its own script: what a user can do and see, and the results. A page that was taken over by a name
// does not come to its end, or has elements that are not its own.
const results = [];
const all = selector => [...document.querySelectorAll(selector)];
const one = selector => document.querySelector(selector);
const given = data_of().filter(object => object.type === 'failure');
const groups = () => all('#list > details');
const text = element => element ? element.textContent.replace(/\s+/g, ' ').trim() : '';
const key = name => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
const opened = () => groups().filter(details => details.open).map(details => Number(details.dataset.id));
const hash = () => new URLSearchParams(location.hash.slice(1));
const rows = details => [...details.querySelectorAll('tbody tr')];
const chip = (facet, value) => all(`#facet-${facet} button`).find(button => button.dataset.value === value);

/* None, if a name has ended them */
function data_of() {
	try {
		return JSON.parse(one('#data').textContent);
	} catch (error) {
		return [];
	}
}

function check(what, good, said) {
	results.push((good ? 'ok ' : 'not ok ') + what + (good || said === undefined ? '' : ': ' + JSON.stringify(said)));
}

function equal(what, is, wanted) {
	check(what, JSON.stringify(is) === JSON.stringify(wanted), [is, wanted]);
}

/* Times out with the browser: then there is no result at all */
async function until(condition) {
	while (!condition())
		await new Promise(resolve => setTimeout(resolve, 10));
}

async function type(words) {
	one('#search').value = words;
	one('#search').dispatchEvent(new Event('input'));
}

/* How many failures the page says it shows, of how many */
function found() {
	const numbers = text(one('#found')).match(/^(?:(\d+) of )?(\d+) failures, in (\d+) ways$/);

	return numbers ? [Number(numbers[1] || numbers[2]), Number(numbers[2]), Number(numbers[3])] : text(one('#found'));
}

/* Nothing but what is in the template, and nothing from elsewhere */
async function check_clean() {
	check('no code of others has run', typeof hacked === 'undefined');
	check('no error', !window.failed, window.failed);
	equal('no script but the own ones', all('script').length, 4);
	equal('no element that loads or runs', all('img, svg, link, iframe, object, embed, form, a, video, audio, base, [src], [href], [onerror], [onload], b, s').length, 0);
	equal('nothing was loaded', performance.getEntriesByType('resource').length, 0);
	equal('nothing was tried to load', window.violations || 0, 0);
	/* It would be seen */
	new Image().src = 'https://example.invalid/x.png';
	await until(() => window.violations);
	equal('an image cannot be loaded', window.violations, 1);
}

async function run(probe) {
	const pre = document.createElement('pre');

	for (const part of [probe, check_clean])
		await part().catch(error => results.push('not ok ' + error.stack));
	results.push('end');
	/* So that there is less to print */
	one('#data').remove();
	pre.id = 'results';
	pre.textContent = results.join('\n');
	document.body.append(pre);
}
