import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const INSTANCES = 300;
const ADA = '4915112345678';
/** The largest page of the API. */
const PAGE_SIZE = 100;

describe('chats with 300 instances', () => {
	let visit: Visit;
	let connected: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { gateway } = visit;
		connected = await connectedInstance(gateway, 'The first one');
		const other = { name: 'Another one' };
		for (let count = 1; count < INSTANCES; count += 1) await gateway.post('/v1/instances', other);
		const { body } = await gateway.get(`/v1/instances?limit=${PAGE_SIZE}`);
		if (JSON.stringify(body).includes(connected)) throw new Error('The instance is on the first page.');
	});
	afterAll(() => visit.close());

	const receive = (instanceId: string, content: string) =>
		visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ADA, content });
	/** The newest first. */
	const connectedIds = async () =>
		((await visit.gateway.get('/v1/instances?status=connected')).at('data') as { id: string }[]).map(
			({ id }) => id,
		);
	const selection = () => visit.page.getByLabel('Instance');
	const untilComplete = () =>
		until('all instances', async () => (await selection().locator('option').count()) === INSTANCES);

	/** Reloads a screen and holds the pages of instances from an offset on; returns the function that releases them. */
	async function openHolding(place: string, offset: number): Promise<() => Promise<void>> {
		const { page, open } = visit;
		const held: Route[] = [];
		const isHeld = ({ pathname, searchParams }: URL) =>
			pathname === '/v1/instances' && Number(searchParams.get('offset')) >= offset;
		await page.route(isHeld, (route) => {
			held.push(route);
		});
		await page.goto('about:blank');
		await open(place);
		return async () => {
			await Promise.all(held.map((route) => route.continue()));
			await page.unroute(isHeld);
		};
	}

	it('are those of the instance in the address', async () => {
		const { page, open, consoleErrors } = visit;
		await receive(connected, 'To the first one');
		await open(`/chats/${connected}`);
		await page.getByText('To the first one').waitFor();
		expect(await selection().inputValue()).toBe(connected);
		await untilComplete();
		expect(consoleErrors).toEqual([]);
	});

	it('and the messages of a chat do not wait for the instances', async () => {
		const { page, consoleErrors } = visit;
		const goOn = await openHolding(`/chats/${connected}/${ADA}@s.whatsapp.net`, 0);
		const list = page.getByRole('region', { name: 'List of chats' });
		await list.getByText('To the first one').waitFor();
		await page.getByRole('region', { name: 'Messages' }).getByText('To the first one').waitFor();
		await page.getByRole('textbox', { name: 'Message' }).waitFor();
		expect(await selection().locator('option').allTextContents()).toEqual(['The first one']);
		await goOn();
		await untilComplete();
		expect(await selection().inputValue()).toBe(connected);
		expect(consoleErrors).toEqual([]);
	});

	it.each(['contacts', 'groups', 'templates'])('nor do the %s of an instance', async (area) => {
		const goOn = await openHolding(`/${area}/${connected}`, 0);
		await selection().waitFor();
		expect(await selection().locator('option').allTextContents()).toEqual(['The first one']);
		await goOn();
		await untilComplete();
		expect(await selection().inputValue()).toBe(connected);
	});

	it('are those of a connected instance on a later page where the first one has none', async () => {
		const { page, open } = visit;
		await page.goto('about:blank');
		await open('/chats');
		await page.getByText('To the first one').waitFor();
		expect(await selection().inputValue()).toBe(connected);
	});

	it('do not wait for the other pages of instances where the first one has a connected instance', async () => {
		const { page, gateway } = visit;
		const other = (await gateway.get('/v1/instances?limit=1')).text('data.0.id');
		await gateway.post(`/v1/instances/${other}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${other}/scan`);
		await receive(other, 'To another one');
		const goOn = await openHolding('/chats', PAGE_SIZE);
		await page.getByText('To another one').waitFor();
		expect(await selection().locator('option').count()).toBe(PAGE_SIZE);
		await goOn();
		await untilComplete();
		expect(await selection().inputValue()).toBe(other);
	});

	it('nor do contacts', async () => {
		const [other] = await connectedIds();
		const goOn = await openHolding('/contacts', PAGE_SIZE);
		await selection().waitFor();
		expect(await selection().inputValue()).toBe(other);
		await goOn();
		await untilComplete();
	});

	it('are not those of another instance when the one in the address was deleted', async () => {
		const { page, gateway, open } = visit;
		await gateway.delete(`/v1/instances/${connected}`);
		await page.goto('about:blank');
		await open(`/chats/${connected}`);
		await page.getByRole('alert').waitFor();
		expect(await page.getByText('Another one').count()).toBe(0);
	});
});
