import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { setUpExample } from '../../support/examples.ts';
import { GRACE, listSentMessages, receiveMessage, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const CUSTOMER = '491700000052';

export function supportHandoverSuite(playground: () => TestPlayground): void {
	describe('support hand-over', () => {
		const setTakeover = async (takeover: object | null) => {
			const { gateway, instanceId } = playground();
			await callGateway(gateway, 'PATCH', `/v1/instances/${instanceId}`, { settings: { takeover } });
		};

		beforeAll(() => setTakeover({ releaseAfter: '30m' }));
		setUpExample(playground, 'support-handover.json');
		afterAll(() => setTakeover(null));

		test('lets the bot be silent while a person answers', async () => {
			const { gateway, instanceId } = playground();
			const question = await receiveMessage(playground(), CUSTOMER, 'When are you open?');
			await waitForReadMessage(playground(), CUSTOMER, 'open from Tuesday to Saturday', question);

			const wish = await receiveMessage(playground(), CUSTOMER, 'I want to speak to a person');
			await waitForReadMessage(playground(), GRACE, 'wants to speak to a person', wish);
			await waitForReadMessage(playground(), CUSTOMER, 'A colleague will answer you here soon.', wish);

			await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/echoes`, {
				to: CUSTOMER,
				content: 'Hello, this is Tim.',
			});
			await receiveMessage(playground(), CUSTOMER, 'Thank you, Tim!');
			const chat = `/v1/chats/${CUSTOMER}@s.whatsapp.net`;
			await callGateway(gateway, 'PUT', `${chat}/owner`, { instanceId, owner: 'bot' });
			await waitForReadMessage(playground(), CUSTOMER, 'I am the assistant again.', wish);
			const next = await receiveMessage(playground(), CUSTOMER, 'And on Sunday?');
			await waitForReadMessage(playground(), CUSTOMER, 'open from Tuesday to Saturday', next);

			const sent = await listSentMessages(playground(), CUSTOMER, wish);
			expect(sent.map(({ content }) => content.split(/[.,]/)[0]).toReversed()).toEqual([
				'A colleague will answer you here soon',
				'Hello',
				'I am the assistant again',
				'We are open from Tuesday to Saturday',
			]);
		});
	});
}
