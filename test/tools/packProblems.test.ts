import { packProblems } from '../../tools/packProblems';

const MANIFEST = {
	n8n: { nodes: ['dist/nodes/A.node.js'], credentials: ['dist/credentials/A.credentials.js'] },
};
const GOOD = [
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	'package.json',
	'dist/nodes/A.node.js',
	'dist/credentials/A.credentials.js',
	'dist/icons/a.svg',
	'dist/known/credentials.json',
	'dist/known/nodes.json',
	'dist/types/credentials.json',
	'dist/types/nodes.json',
];

describe('pack check', () => {
	it('finds nothing wrong with what users should get', () => {
		expect(packProblems(GOOD, MANIFEST)).toEqual([]);
	});

	it.each(['.npmrc', 'tools/pack.ts', 'dist/nodes/A.test.js', 'dist/nodes/A.d.ts', 'nodes/A.node.ts'])(
		'names %s as unwanted',
		(file) => {
			expect(packProblems([...GOOD, file], MANIFEST)).toEqual([`${file} does not belong in the package`]);
		},
	);

	it('misses the schema of an output', () => {
		const schema = 'nodes/A/__schema__/v1.0.0/radar/get.json';
		expect(packProblems(GOOD, MANIFEST, [schema])).toEqual([`dist/${schema} is missing from the package`]);
		expect(packProblems([...GOOD, `dist/${schema}`], MANIFEST, [schema])).toEqual([]);
	});

	it.each(['LICENSE', 'dist/types/nodes.json', 'dist/nodes/A.node.js', 'dist/credentials/A.credentials.js'])(
		'misses %s',
		(file) => {
			const files = GOOD.filter((name) => name !== file);
			expect(packProblems(files, MANIFEST)).toEqual([`${file} is missing from the package`]);
		},
	);
});
