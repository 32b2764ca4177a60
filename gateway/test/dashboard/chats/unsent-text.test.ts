import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ANA = '4915112345678';
const SEND = '**/v1/messages/send';

describe('what somebody writes in a chat', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { gateway } = visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.post(path, { from: ANA, contactName: 'Ana', content: 'Good morning' });
		await visit.open(`/chats/${instanceId}/${ANA}@s.whatsapp.net`);
	});
	afterAll(() => visit.close());

	const field = () => visit.page.getByLabel('Message', { exact: true });
	const bubbles = (text: string) => visit.page.getByRole('article').filter({ hasText: text });

	it('while the message before is sent, stays for the next one', async () => {
		const { page } = visit;
		const sending = Promise.withResolvers<undefined>();
		await page.route(SEND, async (route) => {
			await sending.promise;
			await route.continue();
		});
		await field().fill('The first');
		await field().press('Enter');
		await field().pressSequentially(' And the second');
		sending.resolve(undefined);
		await bubbles('The first').waitFor();
		expect(await field().inputValue()).toBe('And the second');
		await page.unroute(SEND);
		await field().press('Enter');
		await bubbles('And the second').waitFor();
		expect(await bubbles('The first').count()).toBe(1);
	});
});
