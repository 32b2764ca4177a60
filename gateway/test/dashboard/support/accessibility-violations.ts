import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Finding {
	id: string;
	impact: string;
	nodes: { target: string[]; failureSummary: string }[];
}

/** Returns the serious and critical violations that axe finds on the current page. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
	if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
		await page.evaluate(await readFile(AXE, 'utf8'));
	}
	const { violations } = await page.evaluate<{ violations: Finding[] }>(
		"axe.run(document, { resultTypes: ['violations'] })",
	);
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, nodes }) => {
			const where = nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`);
			return `${id}: ${where.join()}`;
		});
}
