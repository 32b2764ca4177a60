import { expect } from '@jest/globals';

import { JPEG, PDF } from '../../../gateway/test/support/sample-files.ts';
import type { Arrange } from './world.ts';
import {
	bytesOf,
	dataOf,
	idIn,
	located,
	mediaOf,
	messageIn,
	receivedMessage,
	sentMessage,
	withFiles,
} from './world.ts';

const TO = '491514000011';

export const message: Record<string, Arrange> = {
	get: async (world) => {
		const from = '491514000019';
		const received = await receivedMessage(world, { from, contactName: 'Ada', content: 'A question' });
		const { body } = await world.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: world.instanceId,
			to: from,
			message: 'An answer',
			quotedMessageId: received,
			metadata: { orderId: 4711 },
		});
		return {
			parameters: { messageId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			input: [{ json: { id: received } }, { json: { id: body.messageId } }],
			output: [
				{
					json: { messageId: received, direction: 'inbound', from, contactName: 'Ada', media: null },
					pairedItem: { item: 0 },
				},
				{
					json: {
						messageId: body.messageId,
						direction: 'outbound',
						to: from,
						content: 'An answer',
						chatId: `${from}@s.whatsapp.net`,
						quotedMessageId: received,
						metadata: { orderId: 4711 },
					},
					pairedItem: { item: 1 },
				},
			],
		};
	},

	getAll: async (world) => {
		const to = '491514000012';
		const first = await sentMessage(world, to, 'First');
		const second = await sentMessage(world, to, 'Second');
		const third = await sentMessage(world, to, 'Third');
		return {
			parameters: {
				...located('instanceId', world.instanceId),
				returnAll: true,
				filters: { chatId: `+${to}`, after: first },
			},
			output: [
				{ json: { messageId: third, content: 'Third' }, pairedItem: { item: 0 } },
				{ json: { messageId: second, content: 'Second' }, pairedItem: { item: 0 } },
			],
		};
	},

	getMedia: async (world) => {
		const form = new FormData();
		form.append(
			'file',
			new Blob([Uint8Array.from(PDF)], { type: 'application/pdf' }),
			'Angebot für „Ada“.pdf',
		);
		const upload = await fetch(`${world.gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization: `Bearer ${world.gateway.apiKey}` },
			body: form,
		});
		const { data } = (await upload.json()) as { data: { mediaUrl: string } };
		const { body } = await world.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: world.instanceId,
			to: TO,
			mediaUrl: data.mediaUrl,
			mediaType: 'document',
			filename: 'Angebot für „Ada“.pdf',
		});
		await mediaOf(world, body.messageId);
		return {
			parameters: { ...located('messageId', body.messageId), binaryPropertyName: 'file' },
			output: [
				{
					json: { messageId: body.messageId, mimeType: 'application/pdf' },
					binary: {
						file: { mimeType: 'application/pdf', fileName: 'Angebot für „Ada“.pdf', fileExtension: 'pdf' },
					},
				},
			],
			afterwards: ([item]) => {
				expect(bytesOf(item, 'file')).toEqual(PDF);
			},
		};
	},

	getStatus: async (world) => {
		const messageId = await sentMessage(world, TO, 'What becomes of it?');
		return {
			parameters: located('messageId', messageId),
			output: [{ json: { messageId, to: TO, status: expect.any(String) } }],
		};
	},

	// What happens when the reply comes is in sendAndWait.test.ts.
	sendAndWait: (world) => {
		const to = '491514000018';
		return Promise.resolve({
			parameters: {
				...located('instanceId', world.instanceId),
				...located('to', to),
				message: 'May we?',
				responseType: 'choice',
				choices: 'Yes\nNo',
			},
			output: [{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } }],
			afterwards: async ([item]) => {
				const sent = await messageIn(world, item?.json.messageId);
				expect(sent).toMatchObject({ to, content: 'May we?\n\n1. Yes\n2. No' });
				const webhooks = await dataOf(world, `/v1/webhooks?instanceId=${world.instanceId}`);
				expect(webhooks).toMatchObject([{ events: ['message.received'], status: 'active' }]);
			},
		});
	},

	sendMedia: (world) =>
		Promise.resolve({
			parameters: {
				...located('instanceId', world.instanceId),
				...located('to', TO),
				binaryPropertyName: '*',
				caption: 'Two of them',
			},
			input: [
				withFiles({
					photo: { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG },
					offer: { name: 'offer.pdf', mimeType: 'application/pdf', bytes: PDF },
				}),
			],
			output: [
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
			],
			afterwards: async ([photo, offer]) => {
				expect(await mediaOf(world, photo?.json.messageId)).toEqual(JPEG);
				expect(await mediaOf(world, offer?.json.messageId)).toEqual(PDF);
				expect(await messageIn(world, photo?.json.messageId)).toMatchObject({
					type: 'image',
					content: 'Two of them',
				});
				expect(await messageIn(world, offer?.json.messageId)).toMatchObject({ type: 'document' });
				expect(idIn(photo, 'messageId') < idIn(offer, 'messageId')).toBe(true);
			},
		}),

	sendTemplate: (world) =>
		Promise.resolve({
			parameters: {
				...located('instanceId', world.officialId),
				...located('to', TO),
				templateName: { __rl: true, mode: 'list', value: 'order_update|en_US' },
				bodyVariables: { variable: [{ text: '={{ $json.name }}' }, { type: 'text', text: '4711' }] },
			},
			input: [{ json: { name: 'Ada' } }],
			output: [{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } }],
			afterwards: async ([item]) => {
				const sent = await messageIn(world, item?.json.messageId, world.officialId);
				expect(sent.content).toBe('Hello Ada, there is news about your order 4711.');
			},
		}),

	sendText: (world) =>
		Promise.resolve({
			parameters: {
				...located('instanceId', world.instanceId),
				...located('to', '={{ $json.phone }}'),
				message: 'Hello {{ $json.phone }}',
			},
			input: [{ json: { phone: '+49 151 4000013' } }, { json: { phone: 491514000004 } }],
			output: [
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 1 } },
			],
			afterwards: async ([first, second]) => {
				const status = (id: unknown) => dataOf(world, `/v1/messages/${String(id)}/status`);
				expect(await status(first?.json.messageId)).toMatchObject({ to: '491514000013' });
				expect(await status(second?.json.messageId)).toMatchObject({ to: '491514000004' });
			},
		}),
};
