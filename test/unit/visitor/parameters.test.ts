import type { IDataObject, IHookFunctions, INodeProperties } from 'n8n-workflow';

import { fields } from '../../../nodes/CompanyRadarVisitorTrigger/fields';
import { readParameters } from '../../../nodes/CompanyRadarVisitorTrigger/parameters';

// Every field with text, read from the description: a new field is covered at once.
const VALID: IDataObject = { pages: 'firstPage', allowedWebsites: 'example.com', spendingLimit: 5 };

interface Cell {
	name: string;
	path: string[];
}

const textFields = (list: INodeProperties[], above: string[] = []): Cell[] =>
	list.flatMap(({ name, displayName, type, options }): Cell[] => {
		if (type === 'collection') return textFields(options as INodeProperties[], [...above, name]);
		return type === 'string' ? [{ name: displayName, path: [...above, name] }] : [];
	});

const valueAt = (parameters: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (Object(value) as IDataObject)[key], parameters);

/** Reads the parameters as the node does when it's published. */
function read(parameters: IDataObject) {
	const context = {
		getNodeParameter: (path: string, fallback: unknown) => valueAt(parameters, path) ?? fallback,
		getTimezone: () => 'UTC',
	};
	return readParameters(context as unknown as IHookFunctions);
}

const withValue = ([first = '', second]: string[], value: string): IDataObject => ({
	...VALID,
	[first]: second === undefined ? value : { [second]: value },
});

const cells = textFields(fields);

test('there are fields with text', () => {
	expect(cells.length).toBeGreaterThan(4);
});

describe.each(cells)('$name', ({ name, path }) => {
	test.each(['{{ $json.site }}', 'undefined', '[object Object]', '#N/A'])(
		'refuses %s, which was never meant',
		(value) => {
			expect(() => read(withValue(path, value))).toThrow(`'${name}'`);
		},
	);
});

test('an invisible character in a website is taken out', () => {
	expect(read({ ...VALID, allowedWebsites: 'exam\u200bple.com' }).allowedWebsites).toEqual(['example.com']);
});

test.each([
	['/Über-uns', '/über-uns'],
	['/%C3%BCber-uns', '/über-uns'],
	['/採用', '/採用'],
	['/my page', '/my page'],
	['//careers/', '/careers'],
	['/%63areers', '/careers'],
	['/careers?team=sales#open', '/careers'],
	['*/Pricing/', '*/pricing'],
	['/de/*/Preise', '/de/*/preise'],
	['/u\u0308ber', '/\u00fcber'],
	['/', '/'],
])('the page %s is compared as %s', (typed, sent) => {
	const settings = read({ ...VALID, pagesThatMatter: typed, exclude: { pages: typed } });
	expect(settings.pagesThatMatter).toEqual([sent]);
	expect(settings.excludedPages).toEqual([sent]);
});

test.each(['careers', 'https://example.com/careers'])('%s is no page', (typed) => {
	expect(() => read({ ...VALID, exclude: { pages: typed } })).toThrow("'Pages'");
});

test.each(['', ' , '])(
	'only pages that matter, without one (%j), would never start the workflow',
	(typed) => {
		expect(() => read({ ...VALID, pages: 'pagesThatMatter', pagesThatMatter: typed })).toThrow(
			"'Pages That Matter' is empty, so no page would count",
		);
	},
);

test('5,000 companies take less than a millisecond a page view, after the first', () => {
	const domains = Array.from({ length: 5000 }, (_, index) => `company-${index}.example.com`);
	const parameters = () => ({ ...VALID, options: { onlyCompanies: ['', ...domains].join(', ').slice(2) } });
	const millisecondsOf = (given: IDataObject) => {
		const start = performance.now();
		expect(read(given).onlyCompanies?.size ?? 0).toBe(given.options ? 5000 : 0);
		return performance.now() - start;
	};
	const first = millisecondsOf(parameters());
	const later = Array.from({ length: 20 }, () => millisecondsOf(parameters()));
	// Compared with each other, since a busy machine is slow at both.
	expect(Math.min(...later)).toBeLessThan(first / 5);
});

test('a choice of pages that is none is refused', () => {
	expect(() => read({ ...VALID, pages: 'all' })).toThrow("'Pages'");
});

test.each([
	['exclude', 'companies'],
	['options', 'addressHeader'],
])('one of %s that was added and left blank can be removed', (collection, name) => {
	expect(() => read({ ...VALID, [collection]: { [name]: '' } })).toThrow(
		expect.objectContaining({ description: expect.stringContaining('or remove the field.') }),
	);
});

test('an empty limit never means no limit', () => {
	expect(() => read({ ...VALID, spendingLimit: '' })).toThrow("'Spending Limit per Day (USD)' is empty");
});

test.each([
	['localhost, example.com', ['localhost', 'example.com']],
	['http://localhost:8099', ['localhost']],
	['HTTPS://LocalHost/shop?tab=1, localhost:3000', ['localhost']],
	['127.0.0.1:8099, http://[::1]:8099/', ['127.0.0.1', '[::1]']],
])('a website on the own computer can be tried: %s', (allowedWebsites, hosts) => {
	expect(read({ ...VALID, allowedWebsites }).allowedWebsites).toEqual(hosts);
});

test.each([
	'intranet:8099',
	'jane@localhost',
	'localhost@example.com',
	'http://http://localhost',
	'http://10.0.0.1:8099',
])('%s is no website', (allowedWebsites) => {
	expect(() => read({ ...VALID, allowedWebsites })).toThrow("'Allowed Websites'");
});

test.each(['X-Forwarded-For', 'Forwarded', 'via'])(
	'%s is refused as Address Header, since every proxy adds to it',
	(addressHeader) => {
		expect(() => read({ ...VALID, options: { addressHeader } })).toThrow(
			expect.objectContaining({ description: expect.stringContaining('N8N_PROXY_HOPS') }),
		);
	},
);
