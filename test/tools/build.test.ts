import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { CompanyRadar } from '../../nodes/CompanyRadar/CompanyRadar.node';
import { CompanyRadarTrigger } from '../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { CompanyRadarVisitorTrigger } from '../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';
import { buildPackage, ROOT } from '../../tools/pack';

const CREDENTIAL = 'dist/credentials/CompanyRadarApi.credentials.js';

const BUILT = [
	{ file: CREDENTIAL, Source: CompanyRadarApi },
	{ file: 'dist/nodes/CompanyRadar/CompanyRadar.node.js', Source: CompanyRadar },
	{ file: 'dist/nodes/CompanyRadarTrigger/CompanyRadarTrigger.node.js', Source: CompanyRadarTrigger },
	{
		file: 'dist/nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node.js',
		Source: CompanyRadarVisitorTrigger,
	},
];

/** The object as JSON, with the word "function" for each function. */
const outline = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'function' ? 'function' : inner)),
	);

beforeAll(async () => await buildPackage({ log: () => undefined }), 60_000);

it.each(BUILT)('$file has all that its source has', async ({ file, Source }) => {
	const built = (await import(path.join(ROOT, file))) as Record<string, new () => object>;
	const Built = built[Source.name];
	expect(outline(Built && new Built())).toEqual(outline(new Source()));
});

it('loads the code with the first call', () => {
	const script = `
		const isLoaded = () => Object.keys(require.cache).some((file) => file.endsWith('bundle.js'));
		const credential = new (require('./${CREDENTIAL}').CompanyRadarApi)();
		const before = isLoaded();
		credential.authenticate({ baseUrl: '' }, { url: 'https://example.com' }).catch(({ message }) =>
			console.log(JSON.stringify([before, message, isLoaded()])));`;
	const printed = execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
	expect(JSON.parse(printed)).toEqual([false, expect.stringMatching(/./), true]);
});
