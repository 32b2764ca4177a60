import { createHmac } from 'node:crypto';

import { beforeEach, describe, expect, it } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import { getData, locator } from '../operations/fixture.ts';
import { hangUp } from '../support/hangUp.ts';
import { createConnectedInstance } from '../support/instances.ts';
import type { Webhook } from '../support/webhooks.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let listWebhooks: QuestionTest['listWebhooks'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];

beforeEach(() => {
	({ fixture, n8n, listWebhooks, sendQuestion, getSentContents } = questionTest());
});

describe('receiveReply', () => {
	async function postTo(
		body: string,
		headers: Record<string, string>,
		signal: AbortSignal | null = null,
	): Promise<number> {
		const [{ url } = { url: '' }] = await listWebhooks();
		const response = await fetch(url, { method: 'POST', body, headers, signal });
		await response.text();
		return response.status;
	}

	function reply(changes: object = {}, data: object = {}): string {
		return JSON.stringify({
			event: 'message.received',
			eventId: 'evt_1',
			timestamp: '2026-11-20T12:00:00.000Z',
			data: {
				instanceId: fixture.instanceId,
				messageId: 'msg_zzzzzzzzzzzzzzzzzzzzzzzzzz',
				chatId: `${BOSS}@s.whatsapp.net`,
				from: BOSS,
				isGroup: false,
				type: 'text',
				content: 'Yes',
				...data,
			},
			...changes,
		});
	}

	async function signed(body: string): Promise<Record<string, string>> {
		const [webhook] = await listWebhooks();
		const { secret } = await getData<Webhook>(fixture, `/v1/webhooks/${webhook?.id ?? ''}`);
		return { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
	}

	it('accepts a delivery with a valid signature', async () => {
		await sendQuestion();
		const end = n8n.nextEnd();

		expect(await postTo(reply(), await signed(reply()))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	});

	it('accepts a repeated delivery after n8n failed to continue the execution', async () => {
		await sendQuestion();
		n8n.acceptsExecutions = false;
		expect(await postTo(reply(), await signed(reply()))).toBe(500);
		n8n.acceptsExecutions = true;

		const end = n8n.nextEnd();
		expect(await postTo(reply(), await signed(reply()))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	});

	it('deletes the webhook and confirms the answer when n8n accepts it so late that nobody waits any more', async () => {
		await sendQuestion({ options: { confirmation: { values: {} } } });
		const body = reply();
		const headers = await signed(body);
		const { signal, beforeResponse } = hangUp();
		n8n.beforeResponse = beforeResponse;
		const end = n8n.nextEnd();

		await expect(postTo(body, headers, signal)).rejects.toThrow('aborted');
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
		await until('the deletion of the webhook', async () => (await listWebhooks()).length === 0);
		await until('the confirmation', async () =>
			(await getSentContents(BOSS)).some((content) => content !== 'May we order?'),
		);
	});

	it('continues the execution once when the delivery is repeated', async () => {
		await sendQuestion();
		const headers = await signed(reply());
		const [{ url } = { url: '' }] = await listWebhooks();
		const end = n8n.nextEnd();
		await postTo(reply(), headers);
		await end;

		const repeated = await fetch(url, { method: 'POST', body: reply(), headers });
		expect(repeated.status).toBe(404);
		expect(n8n.finishedRuns).toHaveLength(1);
		await until('the deletion of the webhook', async () => (await listWebhooks()).length === 0);
	});

	it('accepts a message that quotes one the gateway does not know', async () => {
		await sendQuestion();
		const quoting = reply({}, { quotedMessageId: 'msg_zzzzzzzzzzzzzzzzzzzzzzzzzy' });
		const end = n8n.nextEnd();

		expect(await postTo(quoting, await signed(quoting))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	});

	it('responds with 503 and keeps waiting when the question cannot be sent again', async () => {
		const instanceId = await createConnectedInstance(fixture.gateway, 'Soon gone');
		await sendQuestion({ ...locator('instanceId', instanceId), responseType: 'approval' });
		await fixture.gateway.request('POST', `/v1/instances/${instanceId}/disconnect`);
		const other = reply({}, { instanceId, content: 'Perhaps' });
		const yes = reply({ eventId: 'evt_2' }, { instanceId });

		expect(await postTo(other, await signed(other))).toBe(503);
		expect(n8n.failures).toEqual([]);
		const end = n8n.nextEnd();
		expect(await postTo(yes, await signed(yes))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});

	it.each([
		['without a signature', {}],
		['with a signature of another secret', { 'x-service-signature': `sha256=${'0'.repeat(64)}` }],
	])('responds with 401 to a delivery %s', async (_case, headers) => {
		await sendQuestion();

		expect(await postTo(reply(), headers)).toBe(401);
		expect(n8n.finishedRuns).toEqual([]);
	});

	it.each([
		['a sample event', { test: true }, {}],
		['another event', { event: 'message.read' }, {}],
		['a message of another instance', {}, { instanceId: 'inst_00000000000000000000000000' }],
		['a message from before the question', {}, { messageId: 'msg_00000000000000000000000000' }],
	])('ignores %s', async (_case, changes, data) => {
		await sendQuestion();
		const body = reply(changes, data);

		expect(await postTo(body, await signed(body))).toBe(200);
		expect(n8n.finishedRuns).toEqual([]);
	});
});
