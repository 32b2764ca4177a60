import path from 'node:path';

/**
 * Packages of hundreds of small modules, which take longer to load than to execute. They stay dependencies of the
 * package, so that their licences are installed with it.
 */
const BUNDLED_PACKAGES = ['typebox', 'kysely'];

/**
 * The built gateway: few files, because Node.js resolves, reads and links each module of a start by itself. Rolldown only
 * joins the modules: what it takes for a pure call, such as decodeURIComponent(text), it would remove where the result is
 * unused, though such a call is made for the error it throws.
 */
export default {
	input: path.join(import.meta.dirname, 'src', 'main.ts'),
	platform: 'node',
	external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !BUNDLED_PACKAGES.includes(packageOf(id)),
	logLevel: 'silent',
	treeshake: false,
	output: {
		minify: false,
		// Node.js keeps the source of every module in memory.
		comments: false,
		dir: path.join(import.meta.dirname, 'dist'),
		format: 'esm',
		chunkFileNames: '[name].js',
		sourcemap: true,
		codeSplitting: {
			groups: BUNDLED_PACKAGES.map((name) => ({ name, test: new RegExp(`/node_modules/${name}/`) })),
		},
	},
};

function packageOf(id) {
	return id.split('/')[0];
}
