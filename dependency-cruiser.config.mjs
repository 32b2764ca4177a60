// Which file may import which: the layers of the gateway, and the borders between the programs of this repository.
// `npm run lint` checks them. Each rule's comment is what it prints when an import breaks it.

/**
 * The folders of gateway/src, bottom first. A folder imports itself and what stands before it, types included, so that
 * a change reaches only the folders after it.
 */
const LAYERS = [
	['domain', 'The rules of messaging are pure: they are tested and read without anything else.'],
	['lib', 'lib/ knows nothing of messaging, so that any part may use it.'],
	['runtime', 'runtime/ wraps the process; every part may get its clock and its randomness from it.'],
	['store', 'The store only stores: it tells others by its signals, and never calls them.'],
	['media', 'Files of messages know the store, and not who sends, receives or requests them.'],
	['network', 'A driver reports to an interface, whoever listens.'],
	['cluster', 'Leases and notifications work the same whatever the instances do.'],
	['inbound', 'What a driver reports is recorded the same, whoever asks for it later.'],
	['webhooks', 'Deliveries go out whether or not anybody sends or requests anything.'],
	['encryption', 'The data key is opened by the command line too, without a gateway that runs.'],
	['backup', 'A backup is made and restored by the command line, without a gateway that runs.'],
	['alerts', 'What is wrong is told whoever asks for it; alerts read the store alone.'],
	['instances', 'Connecting an instance needs no message to send.'],
	['outbound', 'A message is sent the same, whichever route or job has accepted it.'],
	['access', 'Keys and people are managed by the command line too, without HTTP.'],
	['realtime', 'Feeds know what to publish, and not which route has opened the socket.'],
	['retention', 'Rows and files are removed by a job, without HTTP.'],
	['search', 'The index of texts is filled by a job, without HTTP.'],
	['simulated-time', 'What waits for a time does not know that somebody moves it.'],
	['ledger', 'Records are compared by a job and by the command line too, without HTTP.'],
	['observability', 'Metrics watch the parts; no part waits for a metric.'],
	['config', 'The environment is read by the command line; parts get values, so that tests can give them.'],
	['http', 'Routes call the services; only http/app.ts and the simulator know the routes.'],
];

/** Routes and queries of the simulator, a Fastify plugin of its own: by what it imports it belongs beside http/. */
const SIMULATOR_API = '^gateway/src/network/simulator/api/';
/** The interface of a network, which has only types and belongs to no driver. */
const DRIVER_INTERFACE = '^gateway/src/network/(driver|network-event|network-message)\\.ts$';

/** What is above a layer: the later folders, and what puts the parts together. */
function above(index) {
	const later = LAYERS.slice(index + 1).map(([folder]) => `${folder}/`);
	return `^gateway/src/(${[...later, 'commands/', 'composition/', 'gateway\\.ts'].join('|')})`;
}

const layers = LAYERS.map(([folder, why], index) => ({
	name: `layer-${folder}`,
	severity: 'error',
	comment: why,
	from: { path: `^gateway/src/${folder}/`, pathNot: SIMULATOR_API },
	to: { path: above(index), pathNot: DRIVER_INTERFACE },
}));

/** A border: what the files at `from` must not import. */
const border = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const borders = [
	border(
		'no-cycle',
		'Modules in a cycle cannot be read, tested or moved alone, and depend on which one is loaded first.',
		{},
		{ circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
	),
	border(
		'domain-imports-nothing',
		'The rules of messaging depend on no package and on no part of the gateway.',
		{ path: '^gateway/src/domain/' },
		{ pathNot: '^gateway/src/domain/', dependencyTypesNot: ['core'] },
	),
	border(
		'lib-knows-only-the-clock',
		'Of the domain, lib/ may know time and the error class, which have nothing to do with messaging.',
		{ path: '^gateway/src/lib/' },
		{ path: '^gateway/src/domain/', pathNot: '^gateway/src/domain/(clock|error)\\.ts$' },
	),
	border(
		'driver-imports-neither-store-nor-http',
		'A driver can be exchanged, and tested against a stand-in, because it knows neither SQL nor HTTP.',
		{ path: '^gateway/src/network/(simulator|whatsapp-web|cloud-api)/', pathNot: SIMULATOR_API },
		{ path: '^gateway/src/(store|http)/' },
	),
	border(
		'driver-imports-no-other-driver',
		'Each driver is whole in its folder: removing it removes nothing of another one.',
		{ path: '^gateway/src/network/(simulator|whatsapp-web|cloud-api)/' },
		{ path: '^gateway/src/network/(simulator|whatsapp-web|cloud-api)/', pathNot: '^gateway/src/network/$1/' },
	),
	border(
		'baileys-only-in-its-driver',
		'Baileys is optional and large: a gateway without it, or with another network, must not load it.',
		{ path: '^gateway/src/', pathNot: '^gateway/src/network/whatsapp-web/' },
		{ path: '(^|/)node_modules/(baileys|libsignal|whatsapp-rust-bridge)/' },
	),
	border(
		'http-server-knows-no-resource',
		'The plugins of http/server/ serve all routes alike; a resource that they know cannot be removed.',
		{ path: '^gateway/src/http/server/' },
		{ path: '^gateway/src/http/', pathNot: '^gateway/src/http/server/' },
	),
	border(
		'routes-are-only-registered',
		'What two routes share stands beside them: a file of routes is imported only where it is registered.',
		{
			path: '^gateway/src/',
			pathNot: '^gateway/src/http/(app|routes)\\.ts$|^gateway/src/network/simulator/api/plugin\\.ts$',
		},
		{ path: '^gateway/src/.*routes\\.ts$', pathNot: '/(named-routes|http/routes)\\.ts$' },
	),
	border(
		'gateway-stands-alone',
		'The gateway runs without its tests, its page and its tools; only its commands `simulate` and `exercise` start the scenario player.',
		{ path: '^gateway/src/', pathNot: '^gateway/src/commands/simulate\\.ts$' },
		{
			path: '^(gateway/(test|dashboard)|scenarios|attack|bench|chaos|conformance|deploy|docs|fuzz|packaging|playground|postgres|scale-model|site|supply-chain|test)/',
		},
	),
	border(
		'gateway-uses-what-it-declares',
		'A package that gateway/package.json lists neither as a dependency nor as an optional peer is missing where the gateway is installed.',
		{ path: '^gateway/src/' },
		{
			dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
			dependencyTypesNot: ['type-only', 'npm-peer'],
		},
	),
	border(
		'import-stands-alone',
		'The import is an HTTP client: it works with any gateway that runs, knowing only its API.',
		{ path: '^gateway/src/commands/import/' },
		{
			path: '^gateway/src/',
			pathNot: '^gateway/src/(commands/(import/|usage-error|one-line)|lib/json-object)',
		},
	),
	border(
		'no-dead-file',
		'A file of the gateway that main.ts does not reach does nothing.',
		{ path: '^gateway/src/main\\.ts$' },
		{ path: '^gateway/src/', reachable: false },
	),
	border(
		'page-takes-only-types',
		'The page talks to the gateway over HTTP; code of the server has no place in a browser.',
		{ path: '^gateway/dashboard/src/' },
		{ path: '^gateway/src/', dependencyTypesNot: ['type-only'] },
	),
	border(
		'scenarios-stand-alone',
		'The player is an HTTP client that the page bundles: it plays against any gateway, knowing only its API.',
		{ path: '^scenarios/src/' },
		{
			path: '^(gateway|attack|bench|chaos|conformance|deploy|docs|fuzz|packaging|playground|postgres|scale-model|site|supply-chain|test|nodes)/',
		},
	),
	border(
		'nodes-import-only-n8n-workflow',
		'n8n loads the package into its own process, and verifies only packages without dependencies of their own.',
		{ path: '^(nodes|credentials)/' },
		{
			pathNot: ['^(nodes|credentials)/', '(^|/)node_modules/n8n-workflow/'],
			dependencyTypesNot: ['core', 'type-only'],
		},
	),
	border(
		'tools-do-not-reach-into-the-nodes',
		'The nodes are tested through n8n, as users run them; only their tests read their texts and filters.',
		{ pathNot: '^(nodes|credentials|test)/' },
		{ path: '^(nodes|credentials)/' },
	),
	border(
		'import-exists',
		'An import that cannot be resolved is a typing error, or a package that is not installed. The oldest n8n is installed by its test, and what is compiled is there after a build.',
		{ pathNot: '^packaging/oldest-n8n/' },
		{ couldNotResolve: true, pathNot: '(^|/)dist/' },
	),
];

export default {
	forbidden: [...borders, ...layers],
	options: {
		// Before compilation: an import of types alone is seen, and told from one at run time.
		tsPreCompilationDeps: true,
		doNotFollow: { path: '(^|/)node_modules/' },
		exclude: { path: '^(gateway/|gateway/dashboard/|site/)?dist/|^site/\\.vitepress/cache/' },
		enhancedResolveOptions: {
			extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default'],
		},
	},
};
