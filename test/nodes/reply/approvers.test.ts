import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { locator, receiveMessage } from '../operations/fixture.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, createGroup, setUpQuestionTest } from './questionTest.ts';

const OTHER = '491519000012';
const REFUSAL = 'Thank you, but only the people who were asked can answer this.';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];
let group: string;

beforeEach(async () => {
	({ fixture, n8n, sendQuestion } = questionTest());
	group = await createGroup(fixture, [BOSS, OTHER]);
});

async function askGroup(parameters: INodeParameters): Promise<void> {
	const run = await sendQuestion({ ...locator('to', group), responseType: 'approval', ...parameters });
	expect(run.error).toBeUndefined();
}

/** Lets a participant write, and returns the ID of the message and the status of n8n's response to its delivery. */
async function write(from: string, message: object): Promise<{ messageId: string; status: number }> {
	const response = n8n.nextResponseStatus();
	const messageId = await receiveMessage(fixture, { from, chatId: group, ...message });
	return { messageId, status: await response };
}

async function sentToGroup(): Promise<{ content: string; quotedMessageId?: string }[]> {
	const path = `/v1/messages?instanceId=${fixture.instanceId}&chatId=${group}&limit=100`;
	const { body } = await fixture.gateway.request<{
		data: { direction: string; content: string; quotedMessageId?: string }[];
	}>('GET', path);
	return body.data.filter(({ direction }) => direction === 'outbound');
}

describe('Who May Answer', () => {
	it('accepts the first answer of anyone by default', async () => {
		await askGroup({});
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: OTHER, chatId: group, content: 'No' });

		expect((await end).items).toMatchObject([
			{ json: { approved: false, chatId: group, responder: { phone: OTHER } } },
		]);
	});

	it('accepts only listed people, and answers others once that they may not answer', async () => {
		await askGroup({ approvers: 'people', approverIds: `+${BOSS}` });

		const first = await write(OTHER, { content: 'Yes' });
		const second = await write(OTHER, { content: '1' });
		expect([first.status, second.status]).toEqual([200, 200]);
		expect(n8n.finishedRuns).toEqual([]);
		const refusals = (await sentToGroup()).filter(({ content }) => content === REFUSAL);
		expect(refusals).toMatchObject([{ quotedMessageId: first.messageId }]);

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, chatId: group, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { approved: true, responder: { phone: BOSS } } }]);
	});

	it('accepts an approver whose phone number the network has revealed since', async () => {
		const lid = '310987654321098@lid';
		group = await createGroup(fixture, [OTHER, lid]);
		await receiveMessage(fixture, { from: null, senderId: lid, chatId: group, content: 'Hello' });
		await askGroup({ approvers: 'people', approverIds: lid });
		const path = `/simulator/v1/instances/${fixture.instanceId}/contacts/${lid}/reveal`;
		await fixture.gateway.request('POST', path, { phone: '491519000078' });

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: '491519000078', chatId: group, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});

	it('accepts only people who are admins of the group when they answer', async () => {
		await askGroup({ approvers: 'admins', options: { textForOthers: '' } });
		expect((await write(BOSS, { content: 'Yes' })).status).toBe(200);
		expect(n8n.finishedRuns).toEqual([]);
		expect((await sentToGroup()).map(({ content }) => content)).not.toContain(REFUSAL);

		const path = `/v1/groups/${group}/participants`;
		const { instanceId } = fixture;
		await fixture.gateway.request('POST', path, { instanceId, action: 'promote', participants: [BOSS] });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, chatId: group, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});

	it('leaves alone what participants write to each other', async () => {
		await askGroup({ approvers: 'people', approverIds: BOSS });

		await write(OTHER, { content: 'Good morning' });
		await write(BOSS, { content: 'Good morning to you' });

		expect((await sentToGroup()).map(({ content }) => content)).toEqual(['May we order?\n\n1. Yes\n2. No']);
	});

	it('fails for a list with an invalid entry', async () => {
		const parameters = { ...locator('to', group), approvers: 'people', approverIds: 'Ada' };
		expect((await sendQuestion(parameters)).error).toMatchObject({ message: '"Ada" is not a phone number' });
	});
});
