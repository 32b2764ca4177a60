import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

/** As behind a router that drops everything: the request is not answered, and the connection does not close. */
const neverAnswer = (): Promise<void> => new Promise(() => undefined);

describe('a page whose connection has died without a word', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway, 'Shop');
		await visit.page.clock.install();
	});
	afterAll(() => visit.close());

	it('notices it, and shows what happened meanwhile', async () => {
		const { page, gateway, open } = visit;
		let isSilent = false;
		await page.routeWebSocket('**/v1/realtime', (socket) => {
			const server = socket.connectToServer();
			socket.onMessage((message) => {
				if (!isSilent) server.send(message);
			});
			server.onMessage((message) => {
				if (!isSilent) socket.send(message);
			});
		});
		await open('/events');
		await page.reload();
		const mark = page.locator('.sidebar');
		await mark.getByText('Live', { exact: true }).waitFor();
		isSilent = true;
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.post(path, { from: '4915112345678', content: 'In the silence' });
		await page.clock.fastForward('00:25');
		await page.clock.fastForward('00:20');
		await page.getByText('Live updates are interrupted.').waitFor();

		isSilent = false;
		await page.clock.fastForward('00:20');
		await page.getByRole('region', { name: 'Events' }).getByText('In the silence').waitFor();
		await mark.getByText('Live', { exact: true }).waitFor();
	});

	it('says that a screen could not be loaded in time, and loads it when the network is back', async () => {
		const { page, open } = visit;
		const requested = Promise.withResolvers<undefined>();
		const hold = (): Promise<void> => {
			requested.resolve(undefined);
			return neverAnswer();
		};
		await page.route('**/admin/v1/audit*', hold);
		await open('/audit');
		await requested.promise;
		await page.clock.fastForward('01:31');
		const error = page.getByRole('alert').filter({ hasText: 'The gateway did not answer in time.' });
		await error.waitFor();
		expect(await error.textContent()).toContain('then try again.');

		await page.unroute('**/admin/v1/audit*', hold);
		await page.clock.fastForward('01:31');
		await page.getByRole('region', { name: 'Audit log' }).getByText('Instance created').waitFor();
		expect(await error.count()).toBe(0);
	});

	it('shows a slow response, which the regular reload does not abort', async () => {
		const { page, open } = visit;
		const requested = Promise.withResolvers<undefined>();
		const answered = Promise.withResolvers<undefined>();
		let requests = 0;
		await page.route('**/admin/v1/keys', async (route) => {
			requests += 1;
			requested.resolve(undefined);
			await answered.promise;
			await route.continue();
		});
		await open('/keys');
		await requested.promise;
		for (let seconds = 0; seconds < 30; seconds += 10) await page.clock.fastForward('00:10');
		expect(requests).toBe(1);
		answered.resolve(undefined);
		await page.getByRole('article').getByText('Full access').first().waitFor();
	});

	it('asks to look before a change is repeated that may have taken effect', async () => {
		const { page, open } = visit;
		const sent = Promise.withResolvers<undefined>();
		const loseAnswer = async (route: Route): Promise<void> => {
			if (route.request().method() !== 'PATCH') return route.continue();
			await route.fetch();
			sent.resolve(undefined);
			return neverAnswer();
		};
		await page.route(`**/v1/instances/${instanceId}`, loseAnswer);
		await open(`/instances/${instanceId}`);
		await page.getByLabel('Reject calls').check();
		await page.getByRole('button', { name: 'Save the settings' }).click();
		await sent.promise;
		await page.clock.fastForward('01:31');
		await page.getByText('look whether the change took effect before you try again.').waitFor();
		await page.unroute(`**/v1/instances/${instanceId}`, loseAnswer);
		const stored = await visit.gateway.get(`/v1/instances/${instanceId}`);
		expect(stored.at('data.settings.rejectCalls')).toBe(true);
	});
});
