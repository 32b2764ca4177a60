import { describe, expect, test } from '@jest/globals';
import { listWebhooks } from '../../../../playground/src/gateway-client.ts';
import { until } from '../../../../playground/src/until.ts';
import { importedExample } from '../../support/examples.ts';
import { ADA, GRACE, messageArrives, messagesTo, phoneReads } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

export function approvalSuite(playground: () => TestPlayground): void {
	describe('approval by reply', () => {
		importedExample(playground, 'approval-by-reply.json');

		test.each([
			{ answer: 'yes', outcome: 'Approved: go ahead.' },
			{ answer: 'No.', outcome: 'Sorry, this was declined.' },
		])('"$answer" of the approver reaches the one who asked', async ({ answer, outcome }) => {
			const request = await messageArrives(playground(), ADA, 'Expense 40 EUR for cables');
			const question = await phoneReads(playground(), GRACE, 'Ada asks for this:', request);
			expect(question.content).toContain('Expense 40 EUR for cables');
			expect(question.content).toContain('1. Yes\n2. No');

			await messageArrives(playground(), GRACE, answer, 'Grace');
			await phoneReads(playground(), ADA, outcome, request);
			expect(await messagesTo(playground(), ADA, request)).toHaveLength(1);
			await until({ what: 'the end of the webhook that brought the answer', seconds: 30 }, async () =>
				(await waitsAtGateway(playground())).length === 0 ? true : undefined,
			);
		});

		test('another answer is asked again for one that counts', async () => {
			const request = await messageArrives(playground(), ADA, 'expense 4,000 EUR for a sofa');
			await phoneReads(playground(), GRACE, 'a sofa', request);
			const unclear = await messageArrives(playground(), GRACE, 'What for?', 'Grace');
			await phoneReads(playground(), GRACE, 'Please answer with one of these', unclear);
			expect(await messagesTo(playground(), ADA, request)).toEqual([]);

			await messageArrives(playground(), GRACE, '2', 'Grace');
			await phoneReads(playground(), ADA, 'Sorry, this was declined.', request);
		});
	});
}

/** The webhooks by which executions wait for a reply. */
async function waitsAtGateway({ gateway }: TestPlayground): Promise<string[]> {
	const webhooks = await listWebhooks(gateway);
	return webhooks.map(({ url }) => url).filter((url) => url.includes('/webhook-waiting/'));
}
