/** Which folder may import which (docs/contributing/architecture.md). `npm run lint` checks it. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		rule('no-cycles', 'Move what both need into a file of its own.', {}, { circular: true }),
		{
			...rule(
				'no-mutual-folders',
				'Folders that need each other are one folder, or hide a third.',
				{ path: '^nodes/' },
				{ circular: true },
			),
			scope: 'folder',
		},
		rule(
			'api-is-facts',
			'The API is described by types and constants. Code that uses them belongs elsewhere.',
			{ path: '^nodes/shared/api/' },
			{
				path: '^(nodes|credentials|node_modules)/',
				pathNot: '^nodes/shared/(api|values/basics)/|^node_modules/n8n-workflow',
			},
		),
		rule(
			'values-need-no-request',
			'Values are read, checked and compared without a request and without n8n. Long lists take time slices.',
			{ path: '^nodes/shared/values/', pathNot: '/basics/values\\.ts$' },
			{ path: '^nodes/|node_modules/n8n-', pathNot: '^nodes/shared/(values|api|host)/' },
		),
		rule(
			'client-takes-valid-values',
			'The nodes check what they send. The client only checks its own Base URL.',
			{ path: '^nodes/shared/client/' },
			{
				path: '^nodes/shared/values/rules/',
				pathNot: '^nodes/shared/values/rules/primitives\\.ts$',
			},
		),
		rule(
			'client-sends-alone',
			'How requests are sent, timed and retried is known to the client only.',
			{ path: '^(nodes|credentials)/', pathNot: '^nodes/shared/client/' },
			{ path: '^nodes/shared/client/(rateLimit/|http/(connection|response|send)\\.ts)' },
		),
		rule(
			'shared-knows-no-node',
			'What the nodes share depends on none of them.',
			{ path: '^nodes/shared/' },
			{ path: '^nodes/CompanyRadar' },
		),
		rule(
			'nodes-share-only-shared',
			'Move what several nodes need to nodes/shared.',
			{ path: '^nodes/(CompanyRadar|CompanyRadarTrigger|CompanyRadarVisitorTrigger)/' },
			{ path: '^nodes/CompanyRadar', pathNot: '^nodes/$1/' },
		),
		rule(
			'operations-are-run',
			'Operations are run. They start nothing.',
			{ path: '^nodes/CompanyRadar/operations/' },
			{ path: '^nodes/CompanyRadar/[^/]+\\.ts$' },
		),
		rule(
			'decisions-are-pure',
			'Decisions take values and return values, so that tests can try every case. Long ones pause between time slices.',
			{
				path: '^nodes/(CompanyRadarVisitorTrigger/(address|memory|pageView|viewLog)|CompanyRadarTrigger/(publish/planPublish|polling/planPoll)|CompanyRadar/sync/planSync|shared/client/safeCreate/nextStep)\\.ts$',
			},
			{
				path: 'node_modules/n8n-|^nodes/shared/client/([^/]+|http/.+)\\.ts$|^nodes/CompanyRadarTrigger/[^/]+\\.ts$',
			},
		),
		rule(
			'fields-only-describe',
			'The editor shows fields. What they do belongs to the code that reads them.',
			{ path: '^nodes/CompanyRadarTrigger/fields\\.ts$' },
			{
				path: '^nodes/',
				pathNot: '^nodes/shared/(api|form|values)/',
			},
		),
		rule(
			'sandbox-is-independent',
			'The sandbox and the nodes are two independent readings of the API.',
			{ path: '^sandbox/' },
			{ path: '^(nodes|credentials|test|tools)/' },
		),
		rule(
			'proof-is-complete',
			'The tools, which a container runs, and the proof need no other test.',
			{ path: '^(test/e2e|tools)/' },
			{ path: '^test/', pathNot: '^test/e2e/' },
		),
		rule(
			'package-needs-no-tool',
			'Only nodes, credentials and icons are published.',
			{ path: '^(nodes|credentials)/' },
			{ path: '^(sandbox|test|tools)/' },
		),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
