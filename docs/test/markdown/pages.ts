import { globSync } from 'node:fs';
import { ROOT } from './page.ts';

/** Folders whose documents are not for readers of the project: packages, builds, and what the site makes of docs/. */
const LEFT_OUT = /(^|\/)(node_modules|dist|cache|\.[^/]+)\//;

/** The documents, whose commands and JSON are tried. */
export const PAGES: readonly string[] = globSync(
	[
		'*.md',
		'docs/**/*.md',
		'deploy/**/*.md',
		'{examples,bench,chaos,conformance,fuzz,gateway,scale-model,site}/README.md',
	],
	{ cwd: ROOT },
)
	.filter((file) => !LEFT_OUT.test(file))
	.sort();
