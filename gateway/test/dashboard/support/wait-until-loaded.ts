import type { Page } from 'playwright-core';

/** Resolves once a screen has loaded its content. */
export async function waitUntilLoaded(page: Page): Promise<void> {
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.waitForLoadState('networkidle');
	await page.locator('.loading').first().waitFor({ state: 'detached' });
}
