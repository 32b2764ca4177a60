import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../../../scenarios/src/format/parse-scenario.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';
const BOB = '4915112345679';
const HOUR = 3_600_000;

describe('the menu of a chat on the page', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway);
		for (const [from, contactName] of [
			[BOB, 'Bob'],
			[ADA, 'Ada Lovelace'],
		]) {
			await write({ from, contactName, content: 'Hello' });
		}
		await visit.open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		await visit.page.getByRole('button', { name: 'Change this chat' }).click();
	});
	afterAll(() => visit.close());

	const write = (message: object) =>
		visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
	const menu = () => visit.page.getByRole('region', { name: 'Change this chat' });
	const press = (name: string) => menu().getByRole('button', { name, exact: true }).click();
	const isOffered = (name: string) => menu().getByRole('button', { name, exact: true }).waitFor();
	const list = () => visit.page.getByRole('region', { name: 'List of chats' });
	const row = () => list().getByRole('link', { name: 'Ada Lovelace' });
	const onPhone = async () => {
		const path = `/simulator/v1/instances/${instanceId}/chats/${ADA}@s.whatsapp.net`;
		return (await visit.gateway.get(path)).at('data.onPhone') as {
			archived: boolean;
			pinned: boolean;
			mutedUntil: string | null;
		};
	};

	it('is accessible, on a page 320 pixels wide too', async () => {
		const { page } = visit;
		await isOffered('Block');
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.setViewportSize({ width: 320, height: 640 });
		expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
		await page.setViewportSize({ width: 1280, height: 860 });
	});

	it('exports the chat as a scenario without the name and the number of the person', async () => {
		const downloading = visit.page.waitForEvent('download');
		await press('Export as a scenario');
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('exported.scenario.json');
		const text = await readFile(await download.path(), 'utf8');
		const { phones, steps } = parseScenario(text);
		expect(Object.values(phones)).toHaveLength(1);
		expect(steps).toMatchObject([{ step: 'send', text: 'Hello' }]);
		expect(text).not.toMatch(new RegExp(`Ada|Lovelace|${ADA}`));
	});

	it('archives a chat, which is then listed only among the archived ones', async () => {
		const { page } = visit;
		await row().waitFor();
		await press('Archive');
		await row().waitFor({ state: 'detached' });
		await list().getByRole('link', { name: 'Bob' }).waitFor();
		expect(await onPhone()).toMatchObject({ archived: true });
		await page.getByLabel('Archived').check();
		await row().waitFor();
		await list().getByRole('link', { name: 'Bob' }).waitFor({ state: 'detached' });
		await press('Unarchive');
		await page.getByText('No chat fits.').waitFor();
		await page.getByLabel('Archived').uncheck();
		await row().waitFor();
		expect(await onPhone()).toMatchObject({ archived: false });
	});

	it('pins a chat, which is marked in the list', async () => {
		await press('Pin');
		await row().getByText('Pinned').waitFor();
		expect(await onPhone()).toMatchObject({ pinned: true });
		await press('Unpin');
		await row().getByText('Pinned').waitFor({ state: 'detached' });
	});

	it.each([
		['Mute for 8 hours', 8 * HOUR],
		['Mute for a week', 7 * 24 * HOUR],
	])('mutes a chat: %s', async (label, time) => {
		const before = Date.now();
		await press(label);
		await menu().getByText('Muted until').waitFor();
		await row().getByText('Muted').waitFor();
		const end = Date.parse((await onPhone()).mutedUntil ?? '');
		expect(end).toBeGreaterThanOrEqual(before + time);
		expect(end).toBeLessThanOrEqual(Date.now() + time);
		await press('Unmute');
		await menu().getByText('Not muted.').waitFor();
		expect((await onPhone()).mutedUntil).toBeNull();
	});

	it('mutes a chat without an end', async () => {
		await press('Mute always');
		await menu().getByText('Muted.', { exact: true }).waitFor();
		await press('Unmute');
		await row().getByText('Muted').waitFor({ state: 'detached' });
	});

	it('marks a chat as unread, and as read again', async () => {
		const { page } = visit;
		const markRead = page.getByRole('button', { name: 'Mark as read' });
		await markRead.click();
		await markRead.waitFor({ state: 'detached' });
		await press('Mark as unread');
		await row().getByText('Unread', { exact: true }).waitFor();
		await markRead.click();
		await row().getByText('Unread', { exact: true }).waitFor({ state: 'detached' });
	});

	it('shows at once what was changed on the phone', async () => {
		const { gateway } = visit;
		const path = `/simulator/v1/instances/${instanceId}/chats/${ADA}@s.whatsapp.net`;
		const change = (body: object) =>
			gateway.request(path, { method: 'PATCH', headers: gateway.headers, body: JSON.stringify(body) });
		await change({ pinned: true });
		await row().getByText('Pinned').waitFor();
		await isOffered('Unpin');
		await change({ pinned: false });
		await isOffered('Pin');
		await row().getByText('Pinned').waitFor({ state: 'detached' });
	});

	it('shows at once what somebody else does with the chats', async () => {
		const { page, gateway, anotherTab } = visit;
		const theirs = await anotherTab({ storageState: await page.context().storageState() });
		await theirs.goto(`${gateway.url}/#/chats/${instanceId}`);
		const rowThere = theirs.getByRole('region', { name: 'List of chats' }).getByRole('link', { name: 'Ada' });
		await rowThere.waitFor();
		await press('Mark as unread');
		await rowThere.getByText('Unread', { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Mark as read' }).click();
		await rowThere.getByText('Unread', { exact: true }).waitFor({ state: 'detached' });
		await press('Archive');
		await rowThere.waitFor({ state: 'detached' });
		await press('Unarchive');
		await rowThere.waitFor();
		await theirs.close();
	});

	it('blocks a person after a confirmation, and unblocks them', async () => {
		const { page, gateway, consoleErrors } = visit;
		const isBlocked = async () => {
			const found = await gateway.get(`/v1/contacts?instanceId=${instanceId}&search=${ADA}`);
			return (found.at('data') as { isBlocked: boolean }[])[0]?.isBlocked;
		};
		const dialog = page.getByRole('dialog', { name: 'Block Ada Lovelace?' });
		await press('Block');
		expect(await accessibilityViolations(page)).toEqual([]);
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		expect(await isBlocked()).toBe(false);
		await press('Block');
		await dialog.getByRole('button', { name: 'Block', exact: true }).click();
		await menu().getByText('Blocked: their messages and calls do not arrive.').waitFor();
		expect(await isBlocked()).toBe(true);
		await press('Unblock');
		await isOffered('Block');
		await until('the end of the block', async () => (await isBlocked()) === false);
		expect(consoleErrors).toEqual([]);
	});
});

describe('the menu of a chat of the official API', () => {
	it('offers only what the network can', async () => {
		const visit = await startSignedIn();
		try {
			const { gateway, page } = visit;
			const id = (await gateway.post('/v1/instances', { name: 'Business' })).text('data.id');
			await gateway.post(`/v1/instances/${id}/connect`, {
				method: 'official',
				businessId: '1234',
				// A phone number id of the simulated network with the limits of real operators.
				phoneNumberId: '10000000008',
				accessToken: 'token',
			});
			await gateway.post(`/simulator/v1/instances/${id}/messages`, { from: ADA, content: 'Hello' });
			await visit.open(`/chats/${id}/${ADA}@s.whatsapp.net`);
			await page.getByRole('button', { name: 'Change this chat' }).click();
			const menu = page.getByRole('region', { name: 'Change this chat' });
			await menu.getByRole('button', { name: 'Block' }).waitFor();
			expect(await menu.getByRole('button').allTextContents()).toEqual(['Export as a scenario', 'Block']);
			expect(await page.getByLabel('Archived').count()).toBe(0);
		} finally {
			await visit.close();
		}
	});
});
