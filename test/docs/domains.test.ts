import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isFreeMail } from '../../nodes/shared/values/signs/domains';

const ROOT = path.resolve(__dirname, '../..');

/** The rules about networks, shared hosts and free mail name them, so tests may, too. */
const RULES = [
	'nodes/shared/values/rules/domain.ts',
	'nodes/shared/values/signs/domains.ts',
	'nodes/shared/values/signs/pageHosts.json',
];

/** What people really type, what must pass with it, and the programs that really visit. */
const CORPORA = [
	'test/unit/validation/values.tsv',
	'test/unit/validation/validValues.tsv',
	'test/unit/visitor/userAgents.ts',
];

const ALLOWED: ReadonlySet<string> = new Set(
	[
		// Standards bodies, for tests that need a domain of the internet.
		'w3.org ietf.org iana.org whatwg.org ecma.org json-schema.org',
		// n8n has nodes for them, or its users get there by a link.
		'mozilla.org n8n.io shields.io slack.com hubapi.com hubspot.com openai.com googleapis.com salesforce.com npmjs.com githubusercontent.com',
		'keepachangelog.com semver.org contributor-covenant.org',
		// Shared hosts that the rules know under each ending.
		'google.com github.io yelp.com yelp.de amazon.co.uk google.de archive.org notgithub.com trycloudflare.com ts.net',
		// Names whose form a rule judges.
		'ab.co.uk cd.co.uk undefined.io www.com ww.com mx.com https.com null.com nan.com acme-.com 20me.com xn--.com xn--a.com',
		'asp.net co.jp none.io seed-000002.com xn--99999999.com xn--acmegroup-y79d.com xn--r8jz45g.jp 0.com www.de a.de 30-aa.co.uk',
	].flatMap((names) => names.split(' ')),
);

const DOMAIN =
	/(?<![\p{L}\p{M}\d\\._-])(?:[a-z\d-]+\.)+(?:com|org|net|io|de|eu|fr|ch|nl|jp|edu|gov|ai|co\.uk)(?![\p{L}\d_(=-]|\.\w)/giu;

const domainsIn = (file: string) =>
	[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(DOMAIN)].map(([domain]) => domain.toLowerCase());

/** A label that ends in `example` says itself that it's one, under each ending. */
const isReserved = (domain: string) => domain.split('.').some((label) => label.endsWith('example'));

test('no file names the domain of a real company', () => {
	const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
		.split('\n')
		.filter(
			(file) =>
				/\.(ts|m?js|json|md|ya?ml|html|txt|tsv|csv)$/.test(file) && !file.endsWith('package-lock.json'),
		);
	expect(files.length).toBeGreaterThan(500);
	const named = new Set([...ALLOWED, ...RULES.flatMap(domainsIn)]);
	const isNamed = (domain: string) =>
		isFreeMail(domain) ||
		domain.split('.').some((_, index, labels) => named.has(labels.slice(index).join('.')));
	const others = files
		.filter((file) => ![...RULES, ...CORPORA].includes(file))
		.flatMap((file) =>
			domainsIn(file)
				.filter((domain) => !isReserved(domain) && !isNamed(domain))
				.map((domain) => `${domain} in ${file}`),
		);
	expect([...new Set(others)]).toEqual([]);
});
