import { describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { setUpExample } from '../../support/examples.ts';
import { GRACE, receive, receiveMessage, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const CUSTOMER = '491700000057';
const NEAR = { latitude: 48.2082, longitude: 16.3738 };
const FAR = { latitude: 47.0707, longitude: 15.4395 };

export function orderSuite(playground: () => TestPlayground): void {
	describe('order from a location', () => {
		setUpExample(playground, 'order-from-location.json');

		test('takes the order of somebody nearby and sends the driver the place', async () => {
			const wish = await receiveMessage(playground(), CUSTOMER, 'order please');
			await waitForReadMessage(playground(), CUSTOMER, 'Where are you?', wish);
			const place = await receive(playground(), { from: CUSTOMER, contactName: 'Ada', location: NEAR });
			const question = await waitForReadMessage(playground(), CUSTOMER, 'Which pizza?', place);
			expect(question.content).toContain('That is 0.7 km from us');

			await receiveMessage(playground(), CUSTOMER, 'funghi');
			await waitForReadMessage(playground(), CUSTOMER, 'One Funghi is on its way.', place);
			const { messageId } = await waitForReadMessage(playground(), GRACE, 'Funghi for Ada', place);
			const sent = await callGateway(playground().gateway, 'GET', `/v1/messages/${messageId}`);
			expect(sent).toMatchObject({ data: { type: 'location', location: NEAR } });
		});

		test('refuses an order from too far away', async () => {
			const place = await receive(playground(), { from: CUSTOMER, contactName: 'Ada', location: FAR });
			await waitForReadMessage(playground(), CUSTOMER, 'is too far for us.', place);
		});
	});
}
