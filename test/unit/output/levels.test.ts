import { readFileSync } from 'node:fs';
import path from 'node:path';

import { LEVEL_TABLE, levelOf } from '../../../nodes/shared/values/basics/levels';

/** Titles, with the level that a recruiter would give. Those of others were labeled before the table was written, and not by its author. */
const ROWS = readFileSync(path.join(__dirname, 'levels.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line) => line.split('\t') as [title: string, level: string, source: string]);

const wrongOf = (rows: typeof ROWS): string[] =>
	rows.flatMap(([title, level]) => {
		const found = levelOf(title) ?? 'none';
		return found === level ? [] : [`${title}: ${found}, not ${level}`];
	});

describe('the level of a title', () => {
	it('is right for at least 95 % of the titles that others labeled', () => {
		const labeled = ROWS.filter(([, , source]) => source !== 'our own');
		expect(labeled.length).toBeGreaterThanOrEqual(400);
		expect(wrongOf(labeled).length / labeled.length).toBeLessThanOrEqual(0.05);
	});

	it('is wrong for these', () => {
		expect(wrongOf(ROWS)).toMatchInlineSnapshot(`
		[
		  "quantitative equity head: other, not head",
		  "site head: other, not head",
		  "Teamleiter Support: manager, not head",
		  "Gerente General Adjunto de Planta: c_level, not manager",
		  "Gestionnaire de paie: other, not manager",
		  "Chef de projet: manager, not other",
		]
	`);
	});

	it('has forms in each language', () => {
		const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
		for (const { forms } of LEVEL_TABLE) expect(Object.keys(forms)).toEqual(languages);
	});
});
