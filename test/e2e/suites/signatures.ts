import { beforeAll, describe, expect, test } from '@jest/globals';
import { executionIds, finishedExecution } from '../support/executions.ts';
import { ADA, receiveMessage } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { post, getSecret, sign, waitForWebhookCount } from '../support/trigger.ts';

export function signatureSuite(playground: () => TestPlayground): void {
	describe('a delivery', () => {
		let url = '';
		let body = '';
		let signature = '';
		let before: string[] = [];

		beforeAll(async () => {
			const { session, echo, instanceId } = playground();
			const messageId = await receiveMessage(playground(), ADA, 'A genuine message');
			await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.messageId === messageId,
			);
			const [webhook] = await waitForWebhookCount(playground(), echo, 1);
			if (webhook === undefined) throw new Error('The echo bot has no webhook.');
			url = webhook.url;
			body = JSON.stringify({
				event: 'message.received',
				timestamp: new Date().toISOString(),
				eventId: 'evt_01jd2c7v9qk3m5x8w4t6r1y0za',
				data: {
					messageId,
					instanceId,
					chatId: `${ADA}@s.whatsapp.net`,
					from: ADA,
					type: 'text',
					content: 'Sent by hand',
					timestamp: new Date().toISOString(),
					contactName: 'Ada',
					isGroup: false,
				},
			});
			signature = sign(body, await getSecret(playground(), webhook));
			before = await executionIds(session, echo);
		});

		test('without a signature gets a 401', async () => {
			expect(await post(url, body)).toBe(401);
		});

		test('signed with another secret gets a 401', async () => {
			expect(await post(url, body, sign(body, 'some other secret'))).toBe(401);
		});

		test('with a changed byte in the body gets a 401', async () => {
			expect(await post(url, body.replace('Sent by hand', 'Sent by hans'), signature)).toBe(401);
		});

		test('with a valid signature gets a 200 and is the only one that started the workflow', async () => {
			const { session, echo } = playground();
			expect(await post(url, body, signature)).toBe(200);
			const accepted = await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.content === 'Sent by hand',
			);
			expect(await executionIds(session, echo)).toEqual([accepted.id, ...before]);
		});
	});
}
