import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * Packages of tens or hundreds of small modules, which take longer to load than to execute, and those that import them.
 * They stay dependencies of the package, so that their licences are installed with it.
 */
const BUNDLED_PACKAGES = [
	'@fastify/swagger',
	'ajv',
	'ajv-formats',
	'fast-json-stringify',
	'fastify',
	'kysely',
	'qrcode',
	'rate-limiter-flexible',
	'typebox',
	'undici',
];

/** Packages of which only some parts are bundled: those that a module in the folder `bundled` exports. */
const BUNDLED_IN_PART = ['rate-limiter-flexible', 'undici'];

const manifest = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));
const installed = Object.keys({
	...manifest.dependencies,
	...manifest.optionalDependencies,
	...manifest.peerDependencies,
});

/**
 * The built gateway: few files, because Node.js resolves, reads and links each module of a start by itself. Rolldown only
 * joins the modules: what it takes for a pure call, such as decodeURIComponent(text), it would remove where the result is
 * unused, though such a call is made for the error it throws.
 */
export default {
	input: path.join(import.meta.dirname, 'src', 'main.ts'),
	platform: 'node',
	external: isExternal,
	logLevel: 'silent',
	plugins: [
		{
			name: 'bundled-in-part',
			resolveId: (id) =>
				BUNDLED_IN_PART.includes(id) ? path.join(import.meta.dirname, 'bundled', `${id}.cjs`) : null,
		},
	],
	treeshake: false,
	output: {
		minify: false,
		// Node.js keeps the source of every module in memory, and a character beyond Latin-1 doubles the size of its module.
		comments: false,
		charset: 'ascii',
		dir: path.join(import.meta.dirname, 'dist'),
		format: 'esm',
		chunkFileNames: '[name].js',
		sourcemap: true,
		codeSplitting: {
			groups: BUNDLED_PACKAGES.map((name) => ({
				name: path.basename(name),
				test: new RegExp(`/node_modules/${name}/`),
			})),
		},
	},
};

/**
 * Whether the built gateway imports a module from where it is installed. It finds only its own dependencies there:
 * package managers such as pnpm hide those of the bundled packages, which are bundled with them.
 */
function isExternal(id) {
	if (id.startsWith('.') || path.isAbsolute(id)) return false;
	const name = packageOf(id);
	return isBuiltin(id) || (installed.includes(name) && !BUNDLED_PACKAGES.includes(name));
}

function packageOf(id) {
	return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}
