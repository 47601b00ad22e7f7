import { readFileSync } from 'node:fs';
import path from 'node:path';

import { LEVEL_TABLE, levelOf } from '../../../nodes/shared/values/basics/levels';

/** Real titles, with the level that a recruiter would give. Labeled before the table was written, and not by its author. */
const LABELED = readFileSync(path.join(__dirname, 'levels.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line) => line.split('\t') as [title: string, level: string, source: string]);

const WRONG = LABELED.flatMap(([title, level]) => {
	const found = levelOf(title) ?? 'none';
	return found === level ? [] : [`${title}: ${found}, not ${level}`];
});

describe('the level of a title', () => {
	it('is right for at least 95 % of the titles that others labeled', () => {
		expect(LABELED.length).toBeGreaterThanOrEqual(400);
		expect(WRONG.length / LABELED.length).toBeLessThanOrEqual(0.05);
	});

	it('is wrong for these', () => {
		expect(WRONG).toMatchInlineSnapshot(`
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

	it.each([
		['Founder & CEO', 'owner'],
		['Owner Operator', 'other'],
		['Technical Product Owner', 'other'],
		['Founding Engineer', 'other'],
		["Founder's Associate", 'other'],
		['Partner, Tax', 'owner'],
		['HR Business Partner', 'other'],
		['Geschäftsführender Gesellschafter', 'owner'],
		['Socio fundador', 'owner'],
		['Titolare', 'owner'],
		['Directeur-eigenaar', 'owner'],
		['President & COO', 'c_level'],
		['Chief Human Resources Officer', 'c_level'],
		['Chief Petty Officer', 'other'],
		['Chief Engineer', 'other'],
		['ＣＥＯ', 'c_level'],
		['Geschäftsführerin', 'c_level'],
		['Président-directeur général', 'c_level'],
		['Consejera Delegada', 'c_level'],
		['Amministratore delegato', 'c_level'],
		['Diretor-presidente', 'c_level'],
		['Bestuurder', 'c_level'],
		['V.P. of Sales', 'vice_president'],
		['EVP & General Manager', 'vice_president'],
		['Assistant Vice President', 'vice_president'],
		['Assistant to the Vice President', 'other'],
		['Executive Assistant to the CEO', 'other'],
		['Assistentin der Geschäftsführung', 'other'],
		['Assistante de direction', 'other'],
		['Asistente del Director', 'other'],
		['Office of the CEO', 'other'],
		['Chief of Staff to the CEO', 'head'],
		['Go to Market Director', 'director'],
		['Chargée de mission auprès du directeur', 'other'],
		['Vicedirettore', 'director'],
		['Class President', 'other'],
		['Vorständin', 'c_level'],
		['Vizepräsident', 'vice_president'],
		['Vice-présidente', 'vice_president'],
		['VPN Engineer', 'other'],
		['Global Head, Talent', 'head'],
		['Head Chef', 'other'],
		['Headhunter', 'other'],
		['Vertriebsleiterin', 'head'],
		['Weiterbildung', 'other'],
		['Afdelingshoofd', 'head'],
		['Managing Director', 'c_level'],
		['Associate Director', 'director'],
		['Funeral Director', 'other'],
		['Directrice marketing', 'director'],
		['Diretora de Operações', 'director'],
		['Projektleiter', 'manager'],
		['Gerente de Ventas', 'manager'],
		['Key Account Manager', 'other'],
		['Assistant Manager', 'manager'],
		['Software Engineer', 'other'],
		['営業部長', undefined],
		['', undefined],
	])('of %s is %s', (title, level) => {
		expect(levelOf(title)).toBe(level);
	});

	it('has forms in each language', () => {
		const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
		for (const { forms } of LEVEL_TABLE) expect(Object.keys(forms)).toEqual(languages);
	});
});
