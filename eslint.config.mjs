import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;

const forbiddenCasts = [
	{
		selector: 'TSAsExpression > TSNeverKeyword',
		message: 'Give the value its type: `as never` switches the check off.',
	},
	{
		selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
		message: 'Give the value its type, or narrow it: `as unknown as` switches the check off.',
	},
];

const computerClock = {
	selector:
		":matches(MemberExpression[object.name='Date'][property.name='now'], MemberExpression[object.name='DateTime'][property.name=/^(now|local|utc)$/], NewExpression[callee.name='Date'][arguments.length=0])",
	message: 'Measure durations with clock.now(), and take points in time from the service.',
};

const readTimes = {
	selector:
		":matches(MemberExpression[object.name='Date'][property.name='parse'], NewExpression[callee.name='Date'][arguments.length>0], MemberExpression[object.name='DateTime'][property.name=/^from(ISO|SQL|HTTP|RFC2822)$/])",
	message: 'Read the times of the service with timeIn(), for which a time without a zone is UTC.',
};

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'nodes/shared/api/openapi.ts']),
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{
		files: ['{sandbox,test,tools}/**/*.ts'],
		rules: { 'no-restricted-globals': ['error', { name: 'fetch', message: 'Use axios.' }] },
	},
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['{nodes,credentials}/**/*.ts'],
		extends: [communityNodes],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			'no-console': 'error',
			'max-lines-per-function': ['error', 40],
			'no-restricted-syntax': ['error', ...forbiddenCasts, computerClock, readTimes],
		},
	},
	{
		// The only place that asks the computer's clock.
		files: ['nodes/shared/host/clock.ts'],
		rules: { 'no-restricted-syntax': ['error', ...forbiddenCasts, readTimes] },
	},
	{
		// The only places that read times: those of the service, and what users enter.
		files: ['nodes/shared/values/basics/time.ts', 'nodes/shared/values/rules/dates.ts'],
		rules: { 'no-restricted-syntax': ['error', ...forbiddenCasts, computerClock] },
	},
	{
		files: ['package.json'],
		extends: [communityNodes],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// These two contradict the newer plugin: the URL is a real one, and only the key is a secret.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// n8n's own configuration turns these off: they predate NodeConnectionTypes.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
