import { describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { setUpExample } from '../../support/examples.ts';
import { openForm, submitForm } from '../../support/form-trigger.ts';
import {
	GRACE,
	listSentMessages,
	receiveMessage,
	sendText,
	waitForReadMessage,
	waitForStatus,
} from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

export function feedbackSuite(playground: () => TestPlayground): void {
	describe('feedback by reaction', () => {
		const workflow = setUpExample(playground, 'feedback-by-reaction.json');

		async function react(from: string, messageId: string, emoji: string): Promise<void> {
			const { gateway, instanceId } = playground();
			const path = `/simulator/v1/instances/${instanceId}/messages/${messageId}/reaction`;
			await callGateway(gateway, 'PUT', path, { from, emoji });
		}

		async function ask(customer: string): Promise<{ before: string; question: string }> {
			const before = await receiveMessage(playground(), customer, 'Hello', 'Ada');
			const form = await openForm(playground().session, workflow());
			await submitForm(form, [customer, 'Repair of a bicycle']);
			const text = 'How was it (Repair of a bicycle)?';
			const { messageId } = await waitForReadMessage(playground(), customer, text, before);
			return { before, question: messageId };
		}

		test('thanks for a thumb up', async () => {
			const customer = '491700000055';
			const { question } = await ask(customer);
			await react(customer, question, '👍🏽');
			await waitForReadMessage(playground(), customer, 'Thank you! See you next time.', question);
		});

		test('ignores a reaction of the account itself', async () => {
			const { gateway, instanceId } = playground();
			const customer = '491700000058';
			const { question } = await ask(customer);
			const answer = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}`);
			await react((answer as { data: { phone: string } }).data.phone, question, '👎');
			await react(customer, question, '👍');
			await waitForReadMessage(playground(), customer, 'Thank you! See you next time.', question);
			expect(await listSentMessages(playground(), customer, question)).toHaveLength(1);
		});

		test('notifies a colleague of a thumb down, and ignores reactions to other messages', async () => {
			const customer = '491700000056';
			const other = await sendText(playground(), customer, 'Your bicycle is ready.');
			await waitForStatus(playground().gateway, other, 'read');
			await react(customer, other, '👎');
			const { question } = await ask(customer);
			await react(customer, question, '👎');
			await waitForReadMessage(playground(), customer, 'What went wrong?', question);
			await waitForReadMessage(playground(), GRACE, 'is unhappy: Repair of a bicycle.', question);
			expect(await listSentMessages(playground(), customer, question)).toHaveLength(1);
		});
	});
}
