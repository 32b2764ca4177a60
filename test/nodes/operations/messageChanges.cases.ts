import { expect } from '@jest/globals';

import type { ArrangeCase, Fixture } from './fixture.ts';
import { findMessage, getData, locator, receiveMessage, sendMessage } from './fixture.ts';

const TO = '491514000021';

/** Sends a text and waits until the network has it. */
async function sentMessage(fixture: Fixture, message: string): Promise<string> {
	const messageId = await sendMessage(fixture, TO, message);
	await findMessage(fixture, messageId, fixture.instanceId, ({ status }) => status === 'read');
	return messageId;
}

/** The cases of what changes a message that is there, or sends it on. */
export const messageChanges: Record<string, ArrangeCase> = {
	cancel: async (fixture) => {
		const { body } = await fixture.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: fixture.instanceId,
			to: TO,
			message: 'Later',
			sendAt: new Date(Date.now() + 3_600_000).toISOString(),
		});
		const { messageId } = body;
		return {
			parameters: locator('messageId', messageId),
			output: [{ json: { messageId, cancelled: true }, pairedItem: { item: 0 } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/messages/${messageId}/status`)).toMatchObject({
					status: 'failed',
					error: { code: 'cancelled' },
				});
			},
		};
	},

	delete: async (fixture) => {
		const messageId = await sentMessage(fixture, 'A mistake');
		return {
			parameters: locator('messageId', '={{ $json.id }}'),
			// The second time the message is deleted already.
			input: [{ json: { id: messageId } }, { json: { id: messageId } }],
			output: [
				{ json: { messageId, deleted: true }, pairedItem: { item: 0 } },
				{ json: { messageId, deleted: true }, pairedItem: { item: 1 } },
			],
			verify: async () => {
				expect(await getData(fixture, `/v1/messages/${messageId}`)).toMatchObject({
					deletedAt: expect.any(String),
				});
			},
		};
	},

	edit: async (fixture) => {
		const messageId = await sentMessage(fixture, 'On Thursday');
		return {
			parameters: { ...locator('messageId', messageId), message: 'On Friday' },
			output: [{ json: { messageId, content: 'On Friday' }, pairedItem: { item: 0 } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/messages/${messageId}`)).toMatchObject({
					content: 'On Friday',
					edits: [{ content: 'On Thursday' }],
				});
			},
		};
	},

	forward: async (fixture) => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Pass it on' });
		const to = '491514000022';
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('messageId', messageId),
				...locator('to', to),
			},
			output: [{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } }],
			verify: async ([item]) => {
				expect(await findMessage(fixture, item?.json.messageId)).toMatchObject({
					to,
					content: 'Pass it on',
					forwarded: true,
				});
			},
		};
	},

	react: async (fixture) => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Thank you' });
		return {
			parameters: { ...locator('messageId', messageId), emoji: '👍' },
			output: [{ json: { messageId, emoji: '👍' }, pairedItem: { item: 0 } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/messages/${messageId}`)).toMatchObject({
					reactions: [{ emoji: '👍', isFromMe: true }],
				});
			},
		};
	},
};
