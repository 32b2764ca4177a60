import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { hasFocus } from '../support/elements.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { allPaths, fillEveryKind, type ScreenIds } from '../support/fill-screens.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';
import { startSignedIn, startVisit, type Visit } from '../support/visit.ts';

/** The background of the page in both colour schemes. */
const LIGHT = 'rgb(245, 245, 242)';
const DARK = 'rgb(16, 18, 20)';

describe('every dashboard screen', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(500).end('not now'));
		ids = await fillEveryKind(visit.gateway, receiver.url);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	it.each(['light', 'dark'] as const)(
		'passes the accessibility checks in %s colours',
		async (colorScheme) => {
			const { page, open } = visit;
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			const found: Record<string, string[]> = {};
			for (const place of allPaths(ids)) {
				await open(place);
				await waitUntilLoaded(page);
				const here = await accessibilityViolations(page);
				if (here.length > 0) found[place] = here;
			}
			expect(found).toEqual({});
		},
	);

	it.each([
		['Create an instance', () => '/instances'],
		['Delete this instance', () => `/instances/${ids.instanceId}`],
		['Write to a number', () => '/chats'],
		['Create a webhook', () => '/webhooks'],
		['Recover failed ones', () => `/webhooks/${ids.webhookId}`],
		['Create a key', () => '/keys'],
	])('passes the accessibility checks with an open dialog: %s', async (button, place) => {
		const { page, open } = visit;
		await open(place());
		await page.getByRole('button', { name: button }).click();
		await page.getByRole('dialog').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		// The focus returns to the button.
		expect(await hasFocus(page.getByRole('button', { name: button }))).toBe(true);
	});

	it('fits a page 320 pixels wide without scrolling sideways', async () => {
		const { page, open } = visit;
		await page.setViewportSize({ width: 320, height: 640 });
		const wider: string[] = [];
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
			const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
			if (beyond > 0) wider.push(`${place} by ${beyond}`);
		}
		await page.getByRole('button', { name: 'Open the navigation' }).click();
		await page.getByRole('dialog').getByRole('link', { name: 'Usage and limits' }).click();
		await page.getByRole('heading', { level: 1, name: 'Usage and limits' }).waitFor();
		await page.getByRole('dialog').waitFor({ state: 'hidden' });
		expect(await hasFocus(page.getByRole('main'))).toBe(true);
		await page.setViewportSize({ width: 1280, height: 860 });
		expect(wider).toEqual([]);
	});

	it('leaves most of a page 320 pixels wide to what is written', async () => {
		const { page, open } = visit;
		await page.setViewportSize({ width: 320, height: 640 });
		await open(`/chats/${ids.instanceId}/${ids.chatId}`);
		const field = await page.getByRole('textbox', { name: 'Message' }).boundingBox();
		await page.setViewportSize({ width: 1280, height: 860 });
		expect(field?.width).toBeGreaterThan(120);
		expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(640);
	});

	it('shows the lines of a message in browsers whose fields do not grow with their text', async () => {
		const { page, open } = visit;
		await open(`/chats/${ids.instanceId}/${ids.chatId}`);
		const field = page.getByRole('textbox', { name: 'Message' });
		await page.evaluate(
			"document.querySelector('.composer textarea').style.setProperty('field-sizing', 'fixed', 'important')",
		);
		const heightWith = async (text: string): Promise<number> => {
			await field.fill(text);
			return (await field.boundingBox())?.height ?? 0;
		};
		const line = await heightWith('a');
		expect(await heightWith('a\nb\nc')).toBeGreaterThan(line + 20);
		const most = await heightWith('a\n'.repeat(100));
		expect(most).toBeLessThan(200);
		await field.fill('');
	});

	it('opens from the navigation and takes the focus', async () => {
		const { page, open } = visit;
		await open('/');
		const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
		// The number of alerts follows the name of their screen.
		const names = (await links.allTextContents()).map((text) => text.replace(/\d.*$/, ''));
		for (const [index, name] of names.entries()) {
			await links.nth(index).click();
			await page.getByRole('heading', { level: 1, name }).waitFor();
			expect(await page.title()).toBe(`${name} – Messaging Gateway`);
			expect(await hasFocus(page.getByRole('main'))).toBe(name !== names[0]);
		}
		await page.goto(`${visit.gateway.url}/#/no/such/place`);
		await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
	});

	it('changes its colours on request', async () => {
		const { page, open } = visit;
		await page.emulateMedia({ colorScheme: 'light' });
		await open('/');
		const background = () =>
			page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
		const is = (colours: string) =>
			until(colours, async () => (await background()) === (colours === 'light' ? LIGHT : DARK));
		await is('light');
		await page.getByRole('button', { name: /Change to light/ }).click();
		await page.emulateMedia({ colorScheme: 'dark' });
		await is('light');
		await page.getByRole('button', { name: /Change to dark/ }).click();
		await is('dark');
		await page.emulateMedia({ colorScheme: 'light' });
		await page.reload();
		await waitUntilLoaded(page);
		await is('dark');
		await page.getByRole('button', { name: /Change to as the system/ }).click();
		await is('light');
	});

	it('sends no request to another origin and logs no error to the console', async () => {
		const { page, gateway, open, consoleErrors } = visit;
		const elsewhere: string[] = [];
		page.on('request', (request) => {
			const url = request.url();
			const isOwn = [gateway.url, `blob:${gateway.url}`, 'data:'].some((own) => url.startsWith(own));
			if (!isOwn) elsewhere.push(url);
		});
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
		}
		expect(elsewhere).toEqual([]);
		expect(consoleErrors).toEqual([]);
	});
});

describe('sign-in and setup screens', () => {
	it.each(['light', 'dark'] as const)('pass the accessibility checks in %s colours', async (colorScheme) => {
		const visit = await startVisit();
		try {
			const { page, gateway } = visit;
			await page.emulateMedia({ colorScheme });
			await page.goto(gateway.url);
			await waitUntilLoaded(page);
			expect(await accessibilityViolations(page)).toEqual([]);
			await page.goto(`${gateway.url}/#/setup/some-token`);
			await page.getByLabel('New password').waitFor();
			expect(await accessibilityViolations(page)).toEqual([]);
		} finally {
			await visit.close();
		}
	});
});
