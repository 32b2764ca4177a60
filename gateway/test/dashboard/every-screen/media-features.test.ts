import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

const ADA = '4915112345678';
const BOB = '4915112345679';

/** Runs in the page: the texts of links in a list or a navigation that have an outline. */
const FIND_OUTLINED = `[...document.querySelectorAll('nav a, .chat-row')]
	.filter((element) => element.checkVisibility() && getComputedStyle(element).outlineStyle !== 'none')
	.map((element) => element.innerText.split('\\n')[0])`;

/** Runs in the page: how light its text and the ground are, from 0 to 255. */
const MEASURE_LIGHT = `['color', 'backgroundColor'].map((property) => {
	const [red, green, blue] = getComputedStyle(document.documentElement)[property].match(/\\d+/g).map(Number);
	return (red + green + blue) / 3;
})`;

describe('the page', () => {
	let visit: Visit;
	let chat: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		const instanceId = await connectedInstance(visit.gateway);
		for (const [from, contactName] of [
			[ADA, 'Ada'],
			[BOB, 'Bob'],
		]) {
			const message = { from, contactName, content: 'Hello' };
			await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		}
		chat = `/chats/${instanceId}/${ADA}@s.whatsapp.net`;
	});
	afterEach(() => visit.page.emulateMedia({ media: null, forcedColors: null, colorScheme: null }));
	afterAll(() => visit.close());

	it('marks where one is without colours of its own', async () => {
		const { page, open } = visit;
		await page.emulateMedia({ forcedColors: 'active' });
		await open(chat);
		await waitUntilLoaded(page);
		expect(await page.evaluate(FIND_OUTLINED)).toEqual(['Chats', 'Ada']);
	});

	it('prints the screen alone, in dark letters on white', async () => {
		const { page, open } = visit;
		await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
		await open(chat);
		await waitUntilLoaded(page);
		for (const around of ['.sidebar', '.top-bar', '.composer']) {
			expect([around, await page.locator(around).isVisible()]).toEqual([around, false]);
		}
		expect(await page.getByRole('region', { name: 'Chat with Ada' }).getByText('Hello').isVisible()).toBe(
			true,
		);
		const [text, ground] = await page.evaluate<[number, number]>(MEASURE_LIGHT);
		expect(text).toBeLessThan(60);
		expect(ground).toBe(255);
	});

	it('has the same colours in all tabs', async () => {
		const { page, url } = visit;
		const other = await page.context().newPage();
		await other.goto(`${url}/#/events`);
		await other.getByRole('button', { name: /^Colours: as the system/ }).waitFor();
		await page.getByRole('button', { name: /Change to light$/ }).click();
		await other.getByRole('button', { name: /^Colours: light/ }).click();
		await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
		expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
		await other.close();
	});

	it('shows the name of a chat with unread messages on a small phone', async () => {
		const { page, open } = visit;
		await page.setViewportSize({ width: 320, height: 640 });
		await open(chat);
		await page.getByRole('button', { name: 'Mark as read' }).waitFor();
		const name = await page.getByRole('heading', { level: 2, name: 'Ada' }).boundingBox();
		expect(name?.width).toBeGreaterThan(90);
	});
});
