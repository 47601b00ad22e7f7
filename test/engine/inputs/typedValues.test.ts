import type { IDataObject } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { useSandbox } from '../support/sandbox';
import type { RunResult } from '../harness';
import { apiNamesIn, choiceCells, textCells, validIn, type Cell } from './fields';

// Every field with text of every operation, read from the descriptions: a new field is covered at once.
const service = useSandbox({ settings: { unlimited: true } });

const { properties } = new CompanyRadar().description;
const cells = textCells(properties);
const named = (list: Cell[]) => list.map((cell) => [cell.name, cell] as const);

const CUSTOM_VALUE = 'Custom Fields > Value';
/** A plan sends nothing of what it holds. */
const sending = cells.filter(({ name }) => !name.startsWith('radar: syncList'));

const isCustomValue = ({ name }: Cell) => name.includes(CUSTOM_VALUE);

const messageOf = ({ error }: RunResult): string => `${error?.message}\n${error?.description}`;

const changes = () => service.requests().filter((request) => !request.startsWith('GET '));

/** How a message names the field. */
const labelOf = ({ field, name }: Cell): string => {
	if (name.includes('Custom Fields >')) return 'Custom Fields';
	return field.displayName;
};

/** Runs the node on an item that is no empty one, which would stand for none. */
const run = async (parameters: IDataObject, given: unknown = 'x') =>
	await service.run(parameters, [{ given } as IDataObject]);

const FROM_DATA = '={{ $json.given }}';

const expectRefused = (cell: Cell, result: RunResult) => {
	expect(messageOf(result)).toContain(`'${labelOf(cell)}`);
	expect(apiNamesIn(messageOf(result))).toEqual([]);
	expect(changes()).toEqual([]);
	expect(service.control.charges()).toEqual([]);
};

describe('what was never meant as a value is refused before anything is sent', () => {
	// More of them are tried in test/unit/validation/text.test.ts.
	const UNRESOLVED = ['{{ $json.topic }}', 'undefined undefined', '[object Object]'];
	const all = cells.filter(
		(cell) => cell.field.type !== 'multiOptions' || !cell.name.includes('Radar Types'),
	);
	describe.each(named(all))('%s', (_, cell) => {
		// Text of custom fields may be a template, so it is sent as it is.
		if (isCustomValue(cell)) return;
		// Radar IDs and the like are refused for their form, whatever they are.
		test.each(UNRESOLVED)('typed as %s', async (value) => {
			expectRefused(cell, await run(cell.with(value)));
		});

		test.each(['=heat pumps', 'null'])('from data as %s', async (value) => {
			expectRefused(cell, await run(cell.with(FROM_DATA), value));
		});
	});
});

test.each(['{{ first_name }}', '=SUM(A1:A3)', 'undefined', '{{ $json.x }}', '[object Object]'])(
	'a custom field takes %s from data as it is',
	async (value) => {
		for (const cell of sending.filter(isCustomValue)) {
			service.running.renew();
			const result = await run(cell.with(FROM_DATA), value);
			expect(result.error).toBeUndefined();
			expect(JSON.stringify(service.control.log().map(({ requestBody }) => requestBody))).toContain(
				JSON.stringify(value).slice(1, -1),
			);
		}
	},
);

describe('an invisible character is taken out, and the hint names it', () => {
	const INVISIBLE = ['\u200b', '\ufeff'];
	const withInside = (value: unknown, character: string): unknown =>
		Array.isArray(value)
			? value.map((each) => withInside(each, character))
			: `${String(value).slice(0, 3)}${character}${String(value).slice(3)}`;
	/** What was sent, without the tags of creates and what asks for the results of a bulk request, which differ each time. */
	const sentBy = async (parameters: IDataObject) => {
		service.running.renew();
		const result = await run(parameters);
		const requests = service.control.log().filter(({ path }) => !path.startsWith('/v1/radars/bulk/'));
		const sent = requests.map(({ method, path, query, requestBody }) => [method, path, query, requestBody]);
		const withoutTags = JSON.stringify(sent).replace(/(n8n_create_tag\W+)[\w.]+/g, '$1');
		return { result, sent: withoutTags, error: result.error?.message };
	};
	const texts = cells.filter((cell) => !String(validIn(cell)).startsWith('='));

	test.each(named(texts.filter((cell) => !isCustomValue(cell))))('%s', async (_, cell) => {
		const clean = await sentBy(cell.with(validIn(cell)));
		for (const character of INVISIBLE) {
			const { result, sent, error } = await sentBy(cell.with(withInside(validIn(cell), character)));
			expect(error).toEqual(clean.error);
			expect(sent).toBe(clean.sent);
			// A field that names nothing that exists has no hints next to its error.
			if (error !== undefined) continue;
			const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
			expect(result.hints('Company Radar').join('\n')).toContain(code);
		}
	});

	test.each(named(sending.filter(isCustomValue)))('%s keeps it, with a hint', async (_, cell) => {
		const { result, sent } = await sentBy(cell.with('blue\u200bharbor'));
		expect(sent).toContain('blue\u200bharbor');
		expect(result.hints('Company Radar').join('\n')).toContain('U+200B');
	});
});

describe('what is no choice of a field, no number or no switch is refused', () => {
	test.each(named(choiceCells(properties)))('%s', async (_, cell) => {
		const result = await run(cell.with('boolean'));
		expect(messageOf(result)).toContain(`'${cell.field.displayName}'`);
		expect(messageOf(result)).toMatch(/"boolean" (is n|isn't)/);
		expect(apiNamesIn(messageOf(result))).toEqual([]);
		expect(changes()).toEqual([]);
	});
});
