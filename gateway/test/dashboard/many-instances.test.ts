import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../support/gateway.ts';
import { startSignedIn, type Visit } from './support/visit.ts';

const INSTANCES = 300;
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

	it('are those of the instance in the address', async () => {
		const { page, gateway, open, consoleErrors } = visit;
		const from = '4915112345678';
		const message = { from, content: 'To the first one' };
		await gateway.post(`/simulator/v1/instances/${connected}/messages`, message);
		await open(`/chats/${connected}`);
		await page.getByText('To the first one').waitFor();
		expect(await page.getByLabel('Instance').inputValue()).toBe(connected);
		expect(await page.getByLabel('Instance').locator('option').count()).toBe(INSTANCES);
		expect(consoleErrors).toEqual([]);
	});

	it('are not those of another instance when the one in the address was deleted', async () => {
		const { page, gateway } = visit;
		await gateway.delete(`/v1/instances/${connected}`);
		await page.reload();
		await page.getByRole('alert').waitFor();
		expect(await page.getByText('Another one').count()).toBe(0);
	});
});
