import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe.each(['light', 'dark'] as const)('the first steps, in %s colours', (colorScheme) => {
	let visit: Visit;
	let receiver: Receiver;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		receiver = await startReceiver();
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	const panel = (): Locator => visit.page.getByRole('region', { name: 'Welcome' });
	const isTicked = (title: string) =>
		panel()
			.getByRole('heading', { name: `${title} (done)` })
			.waitFor();
	/** Follows the link of the next step by keyboard, and comes back. */
	async function followNext(action: string, address: RegExp): Promise<void> {
		const link = panel().locator('[aria-current="step"]').getByRole('link', { name: action });
		await link.focus();
		await visit.page.keyboard.press('Enter');
		await visit.page.waitForURL(address);
		await visit.open('/');
	}

	it('begin with an instance, and say how each step is done', async () => {
		const { page, open } = visit;
		await open('/');
		await panel().getByText('0 of 6 first steps are done.').waitFor();
		await panel().getByText('no real phone is needed').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.setViewportSize({ width: 320, height: 800 });
		expect(await layoutFaults(page)).toEqual([]);
		await page.setViewportSize({ width: 1280, height: 860 });
		await followNext('Create an instance', /#\/instances$/);
	});

	it('are ticked as they are done, each with a link to where the next one is done', async () => {
		const { gateway } = visit;
		const created = await gateway.post('/v1/instances', { name: 'Shop' });
		const id = created.text('data.id');
		await isTicked('Create an instance');
		await followNext('Connect the instance', new RegExp(`#/instances/${id}`));
		await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${id}/scan`);
		await isTicked('Connect it');
		await followNext('Write a message', new RegExp(`#/chats/${id}`));
		await sendText(gateway, id, '4915112345678');
		await isTicked('Send a first message');
		await gateway.post(`/simulator/v1/instances/${id}/messages`, { from: '4915112345678', content: 'Hi' });
		await isTicked('Receive a message');
		await isTicked('Give n8n an API key');
		await panel().getByText('5 of 6 first steps are done.').waitFor();
		expect(await accessibilityViolations(visit.page)).toEqual([]);
	});

	it('go when all are done', async () => {
		const { gateway, page } = visit;
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const { at } = await gateway.get('/v1/instances');
		const [{ id }] = at('data') as [{ id: string }];
		await gateway.post(`/simulator/v1/instances/${id}/messages`, { from: '4915112345678', content: 'Hi' });
		await panel().waitFor({ state: 'detached' });
		await page.getByRole('region', { name: 'Traffic' }).waitFor();
		expect(visit.consoleErrors).toEqual([]);
	});
});

describe('the first steps that a reader hides', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn();
		await connectedInstance(visit.gateway);
	});
	afterAll(() => visit.close());

	it('stay hidden in this browser', async () => {
		const { page, open } = visit;
		await open('/');
		const button = page.getByRole('button', { name: 'Hide the first steps' });
		await button.focus();
		await page.keyboard.press('Enter');
		await button.waitFor({ state: 'detached' });
		await page.reload();
		await page.getByRole('region', { name: 'Traffic' }).waitFor();
		expect(await button.count()).toBe(0);
	});
});

describe('the first steps on a real network', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_NETWORK: 'whatsapp' });
	});
	afterAll(() => visit.close());

	it('name the phone of the account, and no simulated one', async () => {
		await visit.open('/');
		const panel = visit.page.getByRole('region', { name: 'Welcome' });
		await panel.getByText('Scan its QR code with the phone of the account').waitFor();
		await panel.getByText('Write to the account from another phone.').waitFor();
		expect(await panel.getByText('simulated').count()).toBe(0);
	});
});
