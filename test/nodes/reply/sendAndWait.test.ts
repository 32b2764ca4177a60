import { beforeEach, describe, expect, it } from '@jest/globals';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import { getId, locator, receiveMessage } from '../operations/fixture.ts';
import { startProxy } from '../support/proxy.ts';
import { WaitingN8n } from '../support/waitingN8n.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const OTHER = '491519000012';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let listWebhooks: QuestionTest['listWebhooks'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];

beforeEach(() => {
	({ fixture, n8n, listWebhooks, sendQuestion, getSentContents } = questionTest());
});

describe('Message > Send and Wait for Response', () => {
	it.each(['123456789012345@lid', 'US.1234567890abc@bsuid'])(
		'accepts only the reply of the recipient without a phone number: %s',
		async (senderId) => {
			await sendQuestion(locator('to', senderId));
			const end = n8n.nextEnd();
			await receiveMessage(fixture, { from: '123456789012345', content: 'Somebody with these digits' });
			await receiveMessage(fixture, { from: null, senderId: '998877665544332@lid', content: 'Another one' });
			await receiveMessage(fixture, { from: null, senderId, content: 'Go ahead' });
			const { items, error } = await end;

			expect(error).toBeUndefined();
			expect(items).toMatchObject([
				{ json: { text: 'Go ahead', responder: { id: senderId, phone: null }, chatId: senderId } },
			]);
		},
	);

	it('waits until the contact answers in the chat, and returns the reply', async () => {
		const asked = await sendQuestion();
		expect(asked.waitTill?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);

		const end = n8n.nextEnd();
		const messageId = await receiveMessage(fixture, { from: BOSS, contactName: 'Boss', content: 'Go ahead' });
		const { items, error } = await end;

		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					data: { text: 'Go ahead', respondedAt: expect.any(String) },
					timedOut: false,
					text: 'Go ahead',
					responder: { id: `${BOSS}@s.whatsapp.net`, name: 'Boss', phone: BOSS },
					type: 'text',
					messageId,
					questionId: getId(asked.items[0], 'messageId'),
					chatId: `${BOSS}@s.whatsapp.net`,
					instanceId: fixture.instanceId,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await getSentContents(BOSS)).toContain('May we order?');
	});

	it('registers a webhook for the wait, and deletes it after the reply', async () => {
		await sendQuestion();
		expect(await listWebhooks()).toMatchObject([
			{
				name: expect.stringMatching(/^n8n waits for a reply until .*Z: Approvals$/),
				url: expect.stringContaining(`${n8n.url}/webhook-waiting/`),
				instanceId: fixture.instanceId,
				events: ['message.received'],
				filter: { chats: [`${BOSS}@s.whatsapp.net`] },
				collect: null,
			},
		]);

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'Yes' });
		await end;

		await until('the deletion of the webhook', async () => (await listWebhooks()).length === 0);
	});

	it('ignores messages of others and in other chats', async () => {
		await sendQuestion();

		await receiveMessage(fixture, { from: OTHER, content: 'Me too' });
		await receiveMessage(fixture, { from: BOSS, chatId: '120363041234567890@g.us', content: 'In a group' });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'Here' });
		expect((await end).items).toMatchObject([{ json: { text: 'Here' } }]);
	});

	it('accepts the reply of a person whose phone number the network has revealed since', async () => {
		const lid = '210987654321098@lid';
		await receiveMessage(fixture, { from: null, senderId: lid, content: 'Hello' });
		await sendQuestion(locator('to', lid));
		const path = `/simulator/v1/instances/${fixture.instanceId}/contacts/${lid}/reveal`;
		await fixture.gateway.request('POST', path, { phone: '491519000077' });

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: '491519000077', content: 'It is me' });
		expect((await end).items).toMatchObject([
			{ json: { text: 'It is me', responder: { phone: '491519000077' } } },
		]);
	});

	it('returns timedOut at the time limit', async () => {
		const asked = await sendQuestion({ limitAmount: 30, limitUnit: 'minutes', responseType: 'approval' });
		expect(asked.waitTill?.getTime()).toBeLessThan(Date.now() + 31 * 60_000);

		const { items } = await n8n.timeOut(asked);

		expect(items).toEqual([
			{
				json: {
					data: { approved: false, text: null, respondedAt: null },
					timedOut: true,
					approved: false,
					text: null,
					responder: null,
					type: null,
					messageId: null,
					questionId: getId(asked.items[0], 'messageId'),
					chatId: `${BOSS}@s.whatsapp.net`,
					instanceId: fixture.instanceId,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('fails for several items before sending', async () => {
		const before = await getSentContents(OTHER);

		const { error } = await sendQuestion(locator('to', OTHER), [{ json: {} }, { json: {} }]);

		expect(error).toMatchObject({
			message: 'Send and Wait accepts one item at a time',
			description: expect.stringMatching(/Loop Over Items.*sub-workflow.*do not wait/),
		});
		expect(await getSentContents(OTHER)).toEqual(before);
	});

	it.each([0, -5])('sends no question that nobody has time to answer, with a limit of %d', async (limit) => {
		const before = await getSentContents(BOSS);

		const { error } = await sendQuestion({ limitAmount: `={{ ${limit} }}` });

		expect(error).toMatchObject({
			message: 'Limit Wait Time is not more than 0',
			context: { itemIndex: 0 },
		});
		expect(await getSentContents(BOSS)).toEqual(before);
		expect(await listWebhooks()).toEqual([]);
	});

	it.each([
		[{ responseType: '={{ undefined }}' }, 'Response Type', 'approval, choice, freeText'],
		[{ responseType: '={{ "approve" }}' }, 'Response Type', 'approval, choice, freeText'],
		[{ limitUnit: '={{ "weeks" }}' }, 'Unit', 'minutes, hours, days'],
		[{ approvers: '={{ $json.missing }}' }, 'Who May Answer', 'anyone, admins, people'],
		[{ approvers: '={{ "admin" }}' }, 'Who May Answer', 'anyone, admins, people'],
	])(
		'sends no question when an expression returns none of the options: %j',
		async (parameters, label, options) => {
			// n8n requires the fields that an option may need.
			const { error } = await sendQuestion({ choices: 'A, B', approverIds: BOSS, ...parameters });

			expect(error).toMatchObject({
				message: `The expression of ${label} returns none of its options`,
				description: `Let it return one of these: ${options}.`,
			});
			expect(await listWebhooks()).toEqual([]);
		},
	);

	it('waits without an end for a limit beyond every calendar', async () => {
		const { waitTill } = await sendQuestion({ limitAmount: 1e12, limitUnit: 'days' });

		expect(waitTill).toEqual(WAIT_INDEFINITELY);
	});

	it('deletes the webhook when the question cannot be sent', async () => {
		const { error, waitTill } = await sendQuestion({ message: 'x'.repeat(4097) });

		expect(error).toMatchObject({ message: 'A parameter is not valid' });
		expect(waitTill).toBeUndefined();
		expect(await listWebhooks()).toEqual([]);
	});

	it('says why the question cannot be sent, also when the webhook cannot be deleted either', async () => {
		const refusal = {
			status: 500,
			body: JSON.stringify({ error: { code: 'internal_error', message: 'No' } }),
		};
		const proxy = await startProxy(fixture.gateway.url, (_requestNumber, { method }) =>
			method === 'DELETE' ? refusal : undefined,
		);
		const behindProxy = new WaitingN8n({ ...fixture.credential, baseUrl: proxy.url });
		await behindProxy.listen();

		const { error } = await behindProxy.run({
			resource: 'message',
			operation: 'sendAndWait',
			...locator('instanceId', fixture.instanceId),
			...locator('to', `+${BOSS}`),
			message: 'x'.repeat(4097),
			responseType: 'freeText',
		});

		expect(error).toMatchObject({ message: 'A parameter is not valid' });
		expect(await listWebhooks()).toHaveLength(1);
		await behindProxy.close();
		await proxy.close();
	});
});
