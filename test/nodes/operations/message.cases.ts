import { expect } from '@jest/globals';

import { JPEG, PDF } from '../../../gateway/test/support/sample-files.ts';
import type { ArrangeCase } from './fixture.ts';
import {
	fileBytes,
	getData,
	getId,
	locator,
	downloadMedia,
	findMessage,
	receiveMessage,
	sendMessage,
	itemWithFiles,
} from './fixture.ts';

import { messageChanges } from './messageChanges.cases.ts';
import { messageKinds } from './messageKinds.cases.ts';

const TO = '491514000011';

export const message: Record<string, ArrangeCase> = {
	...messageChanges,
	...messageKinds,

	get: async (fixture) => {
		const from = '491514000019';
		const received = await receiveMessage(fixture, { from, contactName: 'Ada', content: 'A question' });
		const { body } = await fixture.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: fixture.instanceId,
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
					json: {
						messageId: received,
						direction: 'inbound',
						senderId: `${from}@s.whatsapp.net`,
						contactName: 'Ada',
					},
					pairedItem: { item: 0 },
				},
				{
					json: {
						messageId: body.messageId,
						direction: 'outbound',
						content: 'An answer',
						chatId: `${from}@s.whatsapp.net`,
						quotedMessageId: received,
					},
					pairedItem: { item: 1 },
				},
			],
		};
	},

	getAll: async (fixture) => {
		const to = '491514000012';
		const first = await sendMessage(fixture, to, 'First');
		const second = await sendMessage(fixture, to, 'Second');
		const third = await sendMessage(fixture, to, 'Third');
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				returnAll: true,
				filters: { ...locator('chatId', `+${to}`), after: first },
			},
			output: [
				{ json: { messageId: third, content: 'Third' }, pairedItem: { item: 0 } },
				{ json: { messageId: second, content: 'Second' }, pairedItem: { item: 0 } },
			],
		};
	},

	search: async (fixture) => {
		const to = '491514000015';
		await sendMessage(fixture, to, 'The oven is warm');
		const found = await sendMessage(fixture, to, 'The bakery opens at seven');
		await sendMessage(fixture, '491514000016', 'Another bakery');
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				words: 'BAKERY op',
				returnAll: true,
				filters: { ...locator('chatId', `+${to}`), direction: 'outbound', type: 'text' },
			},
			output: [
				{
					json: {
						messageId: found,
						content: 'The bakery opens at seven',
						snippet: {
							text: 'The bakery opens at seven',
							matches: [
								{ start: 4, end: 10 },
								{ start: 11, end: 13 },
							],
						},
					},
					pairedItem: { item: 0 },
				},
			],
		};
	},

	getMedia: async (fixture) => {
		const form = new FormData();
		form.append(
			'file',
			new Blob([Uint8Array.from(PDF)], { type: 'application/pdf' }),
			'Angebot für „Ada“.pdf',
		);
		const upload = await fetch(`${fixture.gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization: `Bearer ${fixture.gateway.apiKey}` },
			body: form,
		});
		const { data } = (await upload.json()) as { data: { mediaUrl: string } };
		const { body } = await fixture.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: fixture.instanceId,
			to: TO,
			mediaUrl: data.mediaUrl,
			mediaType: 'document',
			filename: 'Angebot für „Ada“.pdf',
		});
		await downloadMedia(fixture, body.messageId);
		return {
			parameters: { ...locator('messageId', body.messageId), binaryPropertyName: 'file' },
			output: [
				{
					json: { messageId: body.messageId, mimeType: 'application/pdf' },
					binary: {
						file: { mimeType: 'application/pdf', fileName: 'Angebot für „Ada“.pdf', fileExtension: 'pdf' },
					},
				},
			],
			verify: ([item]) => {
				expect(fileBytes(item, 'file')).toEqual(PDF);
			},
		};
	},

	getStatus: async (fixture) => {
		const messageId = await sendMessage(fixture, TO, 'Status?');
		return {
			parameters: locator('messageId', messageId),
			output: [{ json: { messageId, to: TO, status: expect.any(String) } }],
		};
	},

	// The tests of replies are in test/nodes/reply.
	sendAndWait: (fixture) => {
		const to = '491514000018';
		return Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', to),
				message: 'May we?',
				responseType: 'choice',
				choices: 'Yes\nNo',
			},
			output: [{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } }],
			verify: async ([item]) => {
				const sent = await findMessage(fixture, item?.json.messageId);
				expect(sent).toMatchObject({ to, content: 'May we?\n\n1. Yes\n2. No' });
				const webhooks = await getData(fixture, `/v1/webhooks?instanceId=${fixture.instanceId}`);
				expect(webhooks).toMatchObject([{ events: ['message.received'], status: 'active' }]);
			},
		});
	},

	sendMedia: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', TO),
				binaryPropertyName: '*',
				caption: 'Two of them',
			},
			input: [
				itemWithFiles({
					photo: { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG },
					offer: { name: 'offer.pdf', mimeType: 'application/pdf', bytes: PDF },
				}),
			],
			output: [
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
			],
			verify: async ([photo, offer]) => {
				expect(await downloadMedia(fixture, photo?.json.messageId)).toEqual(JPEG);
				expect(await downloadMedia(fixture, offer?.json.messageId)).toEqual(PDF);
				expect(await findMessage(fixture, photo?.json.messageId)).toMatchObject({
					type: 'image',
					content: 'Two of them',
				});
				expect(await findMessage(fixture, offer?.json.messageId)).toMatchObject({ type: 'document' });
				expect(getId(photo, 'messageId') < getId(offer, 'messageId')).toBe(true);
			},
		}),

	sendTemplate: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.officialId),
				...locator('to', TO),
				templateName: { __rl: true, mode: 'list', value: 'order_update|en_US' },
				templateVariables: {
					mappingMode: 'defineBelow',
					value: { body_1: '={{ $json.name }}', body_2: '4711' },
					matchingColumns: [],
					schema: [],
				},
			},
			input: [{ json: { name: 'Ada' } }],
			output: [{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } }],
			verify: async ([item]) => {
				const sent = await findMessage(fixture, item?.json.messageId, fixture.officialId);
				expect(sent.content).toBe('Hello Ada, there is news about your order 4711.');
			},
		}),

	sendText: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', '={{ $json.phone }}'),
				message: 'Hello {{ $json.phone }}',
			},
			input: [{ json: { phone: '+49 151 4000013' } }, { json: { phone: 491514000004 } }],
			output: [
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 0 } },
				{ json: { success: true, status: 'queued' }, pairedItem: { item: 1 } },
			],
			verify: async ([first, second]) => {
				const status = (id: unknown) => getData(fixture, `/v1/messages/${String(id)}/status`);
				expect(await status(first?.json.messageId)).toMatchObject({ to: '491514000013' });
				expect(await status(second?.json.messageId)).toMatchObject({ to: '491514000004' });
			},
		}),
};
