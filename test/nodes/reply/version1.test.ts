import { beforeEach, describe, expect, it } from '@jest/globals';

import { getId, locator, receiveMessage } from '../operations/fixture.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, createGroup, setUpQuestionTest } from './questionTest.ts';

const OTHER = '491519000012';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];

beforeEach(() => {
	({ fixture, n8n, sendQuestion } = questionTest());
});

describe('version 1 of Send and Wait for Response', () => {
	it('accepts any message by default, and returns the fields of the reply', async () => {
		const asked = await sendQuestion({ responseType: undefined } as never, undefined, { typeVersion: 1 });
		const end = n8n.nextEnd();
		const messageId = await receiveMessage(fixture, { from: BOSS, contactName: 'Boss', content: 'Go ahead' });

		expect((await end).items).toEqual([
			{
				json: {
					timedOut: false,
					text: 'Go ahead',
					messageId,
					instanceId: fixture.instanceId,
					chatId: `${BOSS}@s.whatsapp.net`,
					from: BOSS,
					senderId: `${BOSS}@s.whatsapp.net`,
					contactName: 'Boss',
					type: 'text',
					timestamp: expect.any(String),
					questionId: getId(asked.items[0], 'messageId'),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('returns approved and choice, and timedOut at the time limit', async () => {
		const approval = { responseType: 'approval' };
		const asked = await sendQuestion(approval, undefined, { typeVersion: 1 });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: '1' });
		expect((await end).items).toMatchObject([{ json: { approved: true, choice: 'Yes', text: '1' } }]);

		const { items } = await n8n.timeOut(await sendQuestion(approval, undefined, { typeVersion: 1 }));
		expect(items).toEqual([
			{
				json: {
					timedOut: true,
					approved: false,
					instanceId: fixture.instanceId,
					to: BOSS,
					questionId: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(items[0]?.json.questionId).not.toBe(getId(asked.items[0], 'messageId'));
	});

	it('sends a numbered list also where the network has buttons', async () => {
		const official = locator('instanceId', fixture.officialId);
		const asked = await sendQuestion({ ...official, responseType: 'approval' }, undefined, {
			typeVersion: 1,
		});
		const path = `/v1/messages/${getId(asked.items[0], 'messageId')}`;
		const { body } = await fixture.gateway.request<{ data: { content: string } }>('GET', path);

		expect(body.data.content).toBe('May we order?\n\n1. Yes\n2. No');
	});

	it('accepts only replies of the participants in Reply From', async () => {
		const chatId = await createGroup(fixture, [BOSS, OTHER]);
		await sendQuestion({ ...locator('to', chatId), options: { senders: `+${BOSS}` } }, undefined, {
			typeVersion: 1,
		});

		const response = n8n.nextResponseStatus();
		await receiveMessage(fixture, { from: OTHER, chatId, content: 'I say yes' });
		expect(await response).toBe(200);
		expect(n8n.finishedRuns).toEqual([]);

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, chatId, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { text: 'Yes', from: BOSS, chatId } }]);
	});
});
