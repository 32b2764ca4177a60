// The one build: n8n nodes, icons, the gateway and its page, plus the two checks that need several tools.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const gulp = require('gulp');

// `npm run site` installs what the site is built with; without it there are no types to check.
const hasSite = existsSync(path.join(__dirname, 'site', 'node_modules'));

/** One program for all that has the same options: checked folder by folder, each would read the gateway again. */
const TYPED_PROJECTS = [
	'tsconfig.json',
	'tsconfig.typecheck.json',
	'gateway/dashboard/tsconfig.json',
	'test/tsconfig.json',
	...(hasSite ? ['site/tsconfig.json'] : []),
];

/** Folders whose imports are checked, those below them included. */
const IMPORTING_FOLDERS = [
	'attack',
	'bench',
	'chaos',
	'conformance',
	'credentials',
	'deploy',
	'docs/test',
	'fuzz',
	'gateway',
	'nodes',
	'packaging',
	'playground',
	'postgres',
	'scale-model',
	'scenarios',
	'supply-chain',
	'test',
	...(hasSite ? ['site'] : []),
];

/** Runs a command line tool of the project; resolves when it exits with 0, rejects otherwise. */
function run(tool, args, env = {}) {
	return new Promise((resolve, reject) => {
		const file = path.join(__dirname, 'node_modules', '.bin', tool);
		const child = spawn(file, args, {
			cwd: __dirname,
			stdio: 'inherit',
			shell: process.platform === 'win32',
			env: { ...process.env, ...env },
		});
		child.once('error', reject);
		child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${tool} exited with ${code}`))));
	});
}

const cleanNodes = () => rm(path.join(__dirname, 'dist'), { recursive: true, force: true });
const cleanGateway = () => rm(path.join(__dirname, 'gateway', 'dist'), { recursive: true, force: true });

const compileNodes = () => run('tsc', ['-p', 'tsconfig.json']);
async function bundleGateway() {
	const { build } = await import('rolldown');
	const { default: config } = await import('./gateway/rolldown.config.js');
	await build(config);
}
/** The editor looks for the sample of an output only in the folder of the node's version, also where no version changed it. */
const samples = () =>
	gulp
		.src('nodes/MessagingGateway/__schema__/v1.0.0/**/*.json')
		.pipe(gulp.dest('dist/nodes/MessagingGateway/__schema__/v2.0.0', { overwrite: false }));
const icons = () => gulp.src('icons/*.svg', { encoding: false }).pipe(gulp.dest('dist/icons'));

/** The bills of materials: which packages the gateway, its page and the n8n package are made of. */
const gatewaySbom = () => run('node', ['supply-chain/sbom.ts', 'gateway']);
const nodesSbom = () => run('node', ['supply-chain/sbom.ts', 'nodes']);

// The bill of materials comes last: by it, `npm start` recognises a complete build.
const nodes = gulp.series(cleanNodes, gulp.parallel(compileNodes, icons), samples, nodesSbom);
const gateway = gulp.series(cleanGateway, gulp.parallel(bundleGateway, gatewaySbom));
/** The gateway's page: static files in gateway/dashboard/dist, which the gateway serves. */
const dashboard = () => run('vite', ['build', '--logLevel', 'warn', path.join('gateway', 'dashboard')]);
const build = gulp.parallel(nodes, gateway, dashboard);

function watch() {
	gulp.watch(['nodes/**/*', 'credentials/**/*', 'icons/**/*'], { ignoreInitial: false }, nodes);
	gulp.watch(['gateway/src/**/*', 'scenarios/src/**/*'], { ignoreInitial: false }, gateway);
	gulp.watch(
		['gateway/dashboard/{src,build}/**/*', 'scenarios/src/**/*'],
		{ ignoreInitial: false },
		dashboard,
	);
}

/** Node-cli's strict lint over everything; each folder that is not node code brings its own stricter rules. */
const lintCode = () =>
	run('n8n-node', ['lint'], {
		ESLINT_FLAGS: 'unstable_config_lookup_from_file',
		// ESLint keeps the types of all folders at once, for which the default of Node.js is too small.
		NODE_OPTIONS: '--max-old-space-size=8192',
	});
/** Layers, borders and cycles. */
const lintImports = () =>
	run('depcruise', ['--config', 'dependency-cruiser.config.mjs', ...IMPORTING_FOLDERS]);
const lintFormat = () => run('prettier', ['--check', '--log-level', 'warn', '.']);

async function typecheck() {
	for (const project of TYPED_PROJECTS) await run('tsc', ['--noEmit', '-p', project]);
}

module.exports = {
	nodes,
	gateway,
	dashboard,
	build,
	watch,
	typecheck,
	lint: gulp.series(lintImports, lintCode, lintFormat),
	default: build,
};
