import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe('a page whose connection has died without a word', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn();
	});
	afterAll(() => visit.close());

	it('notices it, and shows what happened meanwhile', async () => {
		const { page, gateway, open } = visit;
		const instanceId = await connectedInstance(gateway, 'Shop');
		let isSilent = false;
		await page.routeWebSocket('**/v1/realtime', (socket) => {
			const server = socket.connectToServer();
			// As behind a router that drops everything: the connection does not close.
			socket.onMessage((message) => {
				if (!isSilent) server.send(message);
			});
			server.onMessage((message) => {
				if (!isSilent) socket.send(message);
			});
		});
		await page.clock.install();
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
});
