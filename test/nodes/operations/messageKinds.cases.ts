import { expect } from '@jest/globals';

import type { ArrangeCase } from './fixture.ts';
import { findMessage, getData, getId, locator, receiveMessage } from './fixture.ts';

const TO = '491514000031';
const SENT = { json: { success: true, status: 'queued' }, pairedItem: { item: 0 } };

/** The cases of sending what is neither a text nor a file. */
export const messageKinds: Record<string, ArrangeCase> = {
	sendContact: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', TO),
				contacts: {
					contact: [
						{ name: 'Ada Lovelace', phones: '+44 20 7946 0000, +44 20 7946 0001' },
						{ name: 'Grace', emails: '={{ $json.emails }}' },
					],
				},
			},
			input: [{ json: { emails: ['grace@example.com'] } }],
			output: [SENT],
			verify: async ([item]) => {
				expect(await findMessage(fixture, item?.json.messageId)).toMatchObject({
					type: 'contacts',
					contacts: [
						{ name: 'Ada Lovelace', phones: ['+44 20 7946 0000', '+44 20 7946 0001'] },
						{ name: 'Grace', emails: ['grace@example.com'] },
					],
				});
			},
		}),

	sendInteractive: async (fixture) => {
		// A customer has written, so the official API allows any message.
		await receiveMessage({ ...fixture, instanceId: fixture.officialId }, { from: TO, content: 'When?' });
		return {
			parameters: {
				...locator('instanceId', fixture.officialId),
				...locator('to', TO),
				message: 'When shall we deliver?',
				buttons: { button: [{ title: 'Today' }, { title: 'Tomorrow', id: 'next-day' }] },
				options: { header: 'Order 4711', footer: 'Free of charge' },
			},
			output: [SENT],
			verify: async ([item]) => {
				expect(await getData(fixture, `/v1/messages/${getId(item, 'messageId')}`)).toMatchObject({
					content: 'When shall we deliver?',
					interactive: {
						type: 'button',
						header: { type: 'text', text: 'Order 4711' },
						footer: { text: 'Free of charge' },
						action: {
							buttons: [
								{ type: 'reply', reply: { id: 'Today', title: 'Today' } },
								{ type: 'reply', reply: { id: 'next-day', title: 'Tomorrow' } },
							],
						},
					},
				});
			},
		};
	},

	sendLocation: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', TO),
				latitude: '={{ $json.latitude }}',
				longitude: 16.3655,
				options: { locationName: 'Café Central', address: 'Herrengasse 14', url: 'https://example.com/' },
			},
			input: [{ json: { latitude: '48.2104' } }],
			output: [SENT],
			verify: async ([item]) => {
				expect(await findMessage(fixture, item?.json.messageId)).toMatchObject({
					type: 'location',
					location: {
						latitude: 48.2104,
						longitude: 16.3655,
						name: 'Café Central',
						address: 'Herrengasse 14',
						url: 'https://example.com/',
					},
				});
			},
		}),

	sendPoll: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('to', TO),
				question: 'Where shall we eat?',
				answers: 'Pizza, Pasta',
				selectable: 2,
			},
			output: [SENT],
			verify: async ([item]) => {
				expect(await findMessage(fixture, item?.json.messageId)).toMatchObject({
					type: 'poll',
					poll: { question: 'Where shall we eat?', options: ['Pizza', 'Pasta'], selectable: 2 },
				});
			},
		}),
};
