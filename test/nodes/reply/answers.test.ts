import { beforeEach, describe, expect, it } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import { getId, locator, receiveMessage, sendMessage } from '../operations/fixture.ts';
import { createConnectedInstance } from '../support/instances.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, react, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];
let listWebhooks: QuestionTest['listWebhooks'];

beforeEach(() => {
	({ fixture, n8n, sendQuestion, getSentContents, listWebhooks } = questionTest());
});

/** Lets the boss write, and waits for n8n's response to the delivery. */
async function write(message: object): Promise<number> {
	const response = n8n.nextResponseStatus();
	await receiveMessage(fixture, { from: BOSS, ...message });
	return await response;
}

describe('a quoting answer', () => {
	it('answers the question it quotes, or the repeated question', async () => {
		const asked = await sendQuestion({ responseType: 'approval' });
		await write({ content: 'Hm' });
		const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${BOSS}&limit=1`;
		const { body } = await fixture.gateway.request<{ data: { messageId: string; content: string }[] }>(
			'GET',
			path,
		);
		expect(body.data[0]?.content).toContain('Please answer');

		const end = n8n.nextEnd();
		await write({ content: 'Yes', quotedMessageId: body.data[0]?.messageId });
		expect((await end).items).toMatchObject([
			{ json: { approved: true, questionId: getId(asked.items[0], 'messageId') } },
		]);
	});

	it('does not answer when it quotes another message of the account', async () => {
		const other = await sendMessage(fixture, BOSS, 'Do you like the picture?');
		await sendQuestion({ responseType: 'approval' });

		expect(await write({ content: 'Yes', quotedMessageId: other })).toBe(200);
		expect(n8n.finishedRuns).toEqual([]);
		expect((await getSentContents(BOSS))[0]).toBe('May we order?\n\n1. Yes\n2. No');

		const end = n8n.nextEnd();
		await write({ content: 'No' });
		expect((await end).items).toMatchObject([{ json: { approved: false } }]);
	});

	it('answers when it quotes an own message', async () => {
		const own = await receiveMessage(fixture, { from: BOSS, content: 'We need cables' });
		await sendQuestion({ responseType: 'approval' });
		const end = n8n.nextEnd();
		await write({ content: 'Yes', quotedMessageId: own });

		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});
});

describe('other kinds of messages', () => {
	const location = { latitude: 52.5, longitude: 13.4 };

	it('are asked again for a choice', async () => {
		await sendQuestion({ responseType: 'approval' });
		expect(await write({ location })).toBe(200);

		expect((await getSentContents(BOSS))[0]).toBe('Please answer with one of these:\n1. Yes\n2. No');
		expect(n8n.finishedRuns).toEqual([]);
	});

	it('answer Free Text, with their type and ID', async () => {
		await sendQuestion();
		const end = n8n.nextEnd();
		const messageId = await receiveMessage(fixture, { from: BOSS, location });

		expect((await end).items).toMatchObject([
			{ json: { type: 'location', messageId, text: expect.stringContaining('52.5') } },
		]);
	});

	it('do not answer while their content is missing', async () => {
		await sendQuestion();
		await receiveMessage(fixture, { from: BOSS, unsupported: { reason: 'waiting' } });

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'Now' });
		expect((await end).items).toMatchObject([{ json: { text: 'Now' } }]);
	});

	it('do not answer when they are an edit, or written by the account itself', async () => {
		const messageId = await receiveMessage(fixture, { from: BOSS, content: 'Before' });
		await sendQuestion();
		const simulator = `/simulator/v1/instances/${fixture.instanceId}`;
		await fixture.gateway.request('PATCH', `${simulator}/messages/${messageId}`, { content: 'Yes' });
		await fixture.gateway.request('POST', `${simulator}/echoes`, { to: BOSS, content: 'Yes' });

		const end = n8n.nextEnd();
		await write({ content: 'Mine' });
		expect((await end).items).toMatchObject([{ json: { text: 'Mine' } }]);
		expect(n8n.finishedRuns).toHaveLength(1);
	});
});

describe('Reactions as Answers', () => {
	const reactions = { responseType: 'approval', options: { reactions: true } };

	it.each([
		['👍🏽', true],
		['✅', true],
		['👎', false],
		['❌', false],
	])('%s answers', async (emoji, approved) => {
		const asked = await sendQuestion(reactions);
		expect(await listWebhooks()).toMatchObject([{ events: ['message.received', 'message.reaction'] }]);
		const end = n8n.nextEnd();
		await react(fixture, getId(asked.items[0], 'messageId'), emoji);

		expect((await end).items).toMatchObject([
			{
				json: {
					data: { approved, text: emoji },
					responder: { phone: BOSS },
					type: 'reaction',
					messageId: null,
				},
			},
		]);
	});

	it('leaves out other emojis, other messages, and a reaction that was taken back meanwhile', async () => {
		const other = await sendMessage(fixture, BOSS, 'Something else');
		const asked = await sendQuestion(reactions);
		const questionId = getId(asked.items[0], 'messageId');
		for (const [messageId, emoji] of [
			[questionId, '❤️'],
			[other, '👍'],
		] as const) {
			const response = n8n.nextResponseStatus();
			await react(fixture, messageId, emoji);
			expect(await response).toBe(200);
		}
		n8n.acceptsExecutions = false;
		const failed = n8n.nextResponseStatus();
		await react(fixture, questionId, '👍');
		expect(await failed).toBe(500);
		n8n.acceptsExecutions = true;
		const end = n8n.nextEnd();
		for (const act of [() => react(fixture, questionId, null), repeatFailed]) {
			const response = n8n.nextResponseStatus();
			await act();
			expect(await response).toBe(200);
		}

		await write({ content: 'No' });
		expect((await end).items).toMatchObject([{ json: { approved: false, type: 'text' } }]);
	});

	it('are no answers by default', async () => {
		const asked = await sendQuestion({ responseType: 'approval' });
		await react(fixture, getId(asked.items[0], 'messageId'), '👍');

		const end = n8n.nextEnd();
		await write({ content: 'No' });
		expect((await end).items).toMatchObject([{ json: { approved: false } }]);
	});

	/** Lets the gateway repeat the delivery that n8n did not accept. */
	async function repeatFailed(): Promise<void> {
		const [webhook] = await listWebhooks();
		const path = `/v1/webhooks/${webhook?.id ?? ''}/deliveries`;
		const failed = await until('the failed delivery', async () => {
			const { body } = await fixture.gateway.request<{ data: { deliveries: { id: string }[] } }>(
				'GET',
				`${path}?status=pending&event=message.reaction`,
			);
			return body.data.deliveries.at(-1);
		});
		await fixture.gateway.request('POST', `${path}/${failed.id}/retry`);
	}
});

describe('a chat that a person has taken', () => {
	it('accepts only what refers to the question', async () => {
		const instanceId = await createConnectedInstance(fixture.gateway, 'With takeover');
		await fixture.gateway.request('PATCH', `/v1/instances/${instanceId}`, {
			settings: { takeover: { releaseAfter: '30m' } },
		});
		fixture = { ...fixture, instanceId };
		const asked = await sendQuestion({ ...locator('instanceId', instanceId), responseType: 'approval' });
		const echoes = `/simulator/v1/instances/${instanceId}/echoes`;
		await fixture.gateway.request('POST', echoes, { to: BOSS, content: 'Is it you?' });

		expect(await write({ content: 'Yes' })).toBe(200);
		expect(n8n.finishedRuns).toEqual([]);

		const end = n8n.nextEnd();
		await write({ content: 'No', quotedMessageId: getId(asked.items[0], 'messageId') });
		expect((await end).items).toMatchObject([{ json: { approved: false } }]);
	});
});
