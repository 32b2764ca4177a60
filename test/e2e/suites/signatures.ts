import { beforeAll, describe, expect, test } from '@jest/globals';
import { executionIds, finishedExecution } from '../support/executions.ts';
import { ADA, messageArrives } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { post, secretOf, signatureOf, untilWebhooks } from '../support/trigger.ts';

export function signatureSuite(playground: () => TestPlayground): void {
	describe('signature of a delivery', () => {
		let url = '';
		let body = '';
		let signature = '';
		let before: string[] = [];

		beforeAll(async () => {
			const { session, echo, instanceId } = playground();
			const messageId = await messageArrives(playground(), ADA, 'A genuine message');
			await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.messageId === messageId,
			);
			const [webhook] = await untilWebhooks(playground(), echo, 1);
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
			signature = signatureOf(body, await secretOf(playground(), webhook));
			before = await executionIds(session, echo);
		});

		test('missing: refused', async () => {
			expect(await post(url, body)).toBe(401);
		});

		test('made with another secret: refused', async () => {
			expect(await post(url, body, signatureOf(body, 'some other secret'))).toBe(401);
		});

		test('right, but a byte of the body was changed: refused', async () => {
			expect(await post(url, body.replace('Sent by hand', 'Sent by hans'), signature)).toBe(401);
		});

		test('right: accepted, and of all these only this one has started the workflow', async () => {
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
