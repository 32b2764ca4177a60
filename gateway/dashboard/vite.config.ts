import path from 'node:path';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';

/** URL of the gateway that the development server (`vite gateway/dashboard`) forwards requests to. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';
const SERVED_BY_THE_GATEWAY = [
	'/v1',
	'/admin',
	'/simulator',
	'/docs',
	'/openapi.json',
	'/openapi-page.json',
	'/openapi-simulator.json',
];

/** Browsers of 2024. The colours need light-dark(), which Vite would rewrite for an older target. */
const BROWSERS = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/**
 * What nearly every screen imports, the frame and the overview, which most people open first, become one script and one
 * stylesheet, so the first load takes few requests. The windowed list stays apart because of its size. The styles belong
 * in it because their layers have to be declared in the first stylesheet.
 */
const FIRST =
	/dashboard\/src\/(?:main|app|api|live|routing|shell|styles|screens\/(?:overview|sign-in)|components\/(?:charts|display|feedback|forms|layout)|components\/lists\/(?!paged-view|windowed))/;

export default defineConfig({
	root: import.meta.dirname,
	// Relative links, because a proxy may serve the page below a path.
	base: './',
	publicDir: false,
	cacheDir: path.join(import.meta.dirname, '.artifacts/vite'),
	oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
	build: {
		target: BROWSERS,
		outDir: 'dist',
		emptyOutDir: true,
		// Inlined assets would need data: URLs in the content security policy.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		rolldownOptions: {
			output: {
				codeSplitting: {
					groups: [{ name: 'first', test: FIRST }],
				},
			},
		},
	},
	server: {
		proxy: Object.fromEntries(
			SERVED_BY_THE_GATEWAY.map((prefix) => [prefix, { target: GATEWAY, ws: prefix === '/v1' }]),
		),
	},
	plugins: [compressed()],
});
