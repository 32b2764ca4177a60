import { describe, expect, test } from '@jest/globals';
import { listWebhooks } from '../../../../playground/src/gateway/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { setUpExample } from '../../support/examples.ts';
import { ADA, GRACE, receiveMessage, listSentMessages, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

export function approvalSuite(playground: () => TestPlayground): void {
	describe('approval by reply', () => {
		setUpExample(playground, 'approval-by-reply.json');

		test.each([
			{ answer: 'yes', outcome: 'Approved: go ahead.' },
			{ answer: 'No.', outcome: 'Sorry, this was declined.' },
		])('reports the answer "$answer" to the requester', async ({ answer, outcome }) => {
			const request = await receiveMessage(playground(), ADA, 'Expense 40 EUR for cables');
			const question = await waitForReadMessage(playground(), GRACE, 'Ada asks for this:', request);
			expect(question.content).toContain('Expense 40 EUR for cables');
			expect(question.content).toContain('1. Yes\n2. No');

			await receiveMessage(playground(), GRACE, answer, 'Grace');
			await waitForReadMessage(playground(), ADA, outcome, request);
			expect(await listSentMessages(playground(), ADA, request)).toHaveLength(1);
			await until({ what: 'the deletion of the reply webhook', seconds: 30 }, async () =>
				(await listReplyWebhooks(playground())).length === 0 ? true : undefined,
			);
		});

		test('sends the question again for another answer', async () => {
			const request = await receiveMessage(playground(), ADA, 'expense 4,000 EUR for a sofa');
			await waitForReadMessage(playground(), GRACE, 'a sofa', request);
			const unclear = await receiveMessage(playground(), GRACE, 'What for?', 'Grace');
			await waitForReadMessage(playground(), GRACE, 'Please answer with one of these', unclear);
			expect(await listSentMessages(playground(), ADA, request)).toEqual([]);

			await receiveMessage(playground(), GRACE, '2', 'Grace');
			await waitForReadMessage(playground(), ADA, 'Sorry, this was declined.', request);
		});
	});
}

/** Returns the URLs of the webhooks of waiting executions. */
async function listReplyWebhooks({ gateway }: TestPlayground): Promise<string[]> {
	const webhooks = await listWebhooks(gateway);
	return webhooks.map(({ url }) => url).filter((url) => url.includes('/webhook-waiting/'));
}
