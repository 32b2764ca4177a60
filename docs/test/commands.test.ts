import { describe, expect, it } from '@jest/globals';
import { PAGES } from './markdown/pages.ts';
import { readPage, type Page } from './markdown/page.ts';
import { runPage } from './shell/run-page.ts';
import { runnableBlocks, syntaxProblem } from './shell/shell.ts';

/** The pages that have commands, by their files. */
const pages = new Map<string, Page>();
for (const file of PAGES) {
	const page = await readPage(file);
	if (page.blocks.some(({ language }) => language === 'sh')) pages.set(file, page);
}

describe.each([...pages.entries()])('%s', (file, page) => {
	it('has commands that the shell can read', async () => {
		const shell = page.blocks.filter(({ language }) => language === 'sh');
		const problems = await Promise.all(
			shell.map(async (block) => ({ line: `${file}:${block.line}`, problem: await syntaxProblem(block) })),
		);
		expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
	});

	if (runnableBlocks(page).length > 0) {
		it('has commands that do what it says', async () => {
			expect(await runPage(page)).toEqual([]);
		});
	}
});
