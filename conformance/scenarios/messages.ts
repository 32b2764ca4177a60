import { nestedLists } from '../corpora/corpora.ts';
import { PHONE } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

const BUTTONS = {
	type: 'button',
	body: { text: 'Shall we deliver today?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
};

/** Messages that are rejected, and invalid queries of the history. */
export const MESSAGE_SCENARIOS: readonly Scenario[] = [
	...['+4915112345678', '49 151 12345678', '0151123456', '123456', '1234567890123456', 'me', '1@g.us'].map(
		(to): Scenario => ({
			operation: 'POST /v1/messages/send',
			code: 'invalid_phone_number',
			what: `to ${to}`,
			call: (_fixtures, { instanceId }) => ({ body: { instanceId, to, message: 'Hello' } }),
		}),
	),
	...media('invalid_media_url', [
		'http://example.com/a.png',
		'ftp://example.com/a.png',
		'nothing',
		'https://10.0.0.1/a.png',
		'https://[::1]:1/a.png',
		'https://user:word@example.com/a.png',
	]),
	...media('media_download_failed', ['{receiver}/media/missing.png']),
	...media('unsupported_media_type', ['{receiver}/media/page.html', '{receiver}/media/note.txt']),
	...media('media_too_large', ['{receiver}/media/huge.png']),
	{
		operation: 'POST /v1/messages/send',
		code: 'invalid_parameters',
		what: 'neither message nor mediaUrl',
		call: (_fixtures, { instanceId }) => ({ body: { instanceId, to: PHONE } }),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'invalid_parameters',
		what: 'both message and mediaUrl',
		call: (_fixtures, { instanceId, mediaUrl }) => ({
			body: { instanceId, to: PHONE, message: 'Hello', mediaUrl, mediaType: 'image' },
		}),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'invalid_parameters',
		what: 'mediaUrl without mediaType',
		call: (_fixtures, { instanceId, mediaUrl }) => ({ body: { instanceId, to: PHONE, mediaUrl } }),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'invalid_parameters',
		what: 'metadata over 4 KiB',
		call: (_fixtures, { instanceId }) => ({
			body: { instanceId, to: PHONE, message: 'Hello', metadata: { a: 'ä'.repeat(2048) } },
		}),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'invalid_parameters',
		what: 'metadata nestedLists 100,000 deep',
		call: (_fixtures, { instanceId }) => ({
			raw: `{"instanceId":"${String(instanceId)}","to":"${PHONE}","message":"Hello","metadata":{"a":${nestedLists(100_000)}}}`,
			headers: { 'content-type': 'application/json' },
		}),
	},
	...['POST /v1/messages/send', 'POST /v1/messages/template'].map(
		(operation): Scenario => ({
			operation,
			code: 'idempotency_key_reused',
			what: 'the same Idempotency-Key with another body',
			call: async (fixtures) => {
				const text = operation.endsWith('/send');
				const instanceId = text ? await fixtures.connected() : await fixtures.official();
				const content = text
					? { message: 'Hello' }
					: { template: { name: 'hello_world', language: 'en_US' } };
				const headers = { 'idempotency-key': `reused-${operation.slice(-4)}` };
				const body = { instanceId, to: PHONE, ...content };
				await fixtures.session.send(operation, { body, headers });
				return { body: { ...body, to: '4915112345679' }, headers };
			},
		}),
	),
	...['invalid', '👍👍', 'A'].map(
		(emoji): Scenario => ({
			operation: 'PUT /v1/messages/{}/reaction',
			code: 'invalid_parameters',
			what: `the reaction ${emoji}`,
			call: async (fixtures, { instanceId }) => ({
				path: { messageId: await fixtures.receiveFrom(String(instanceId), PHONE) },
				body: { emoji },
			}),
		}),
	),
	{
		operation: 'DELETE /v1/messages/{}',
		code: 'not_own_message',
		what: 'a received message',
		call: async (fixtures, { instanceId }) => ({
			path: { messageId: await fixtures.receiveFrom(String(instanceId), PHONE) },
		}),
	},
	{
		operation: 'DELETE /v1/messages/{}',
		code: 'message_already_sent',
		what: 'only cancelling a message that was sent',
		call: async (fixtures, { instanceId }) => ({
			path: { messageId: await fixtures.newSent(String(instanceId)) },
			query: { onlyUnsent: true },
		}),
	},
	{
		operation: 'PATCH /v1/messages/{}',
		code: 'message_not_sent',
		what: 'a scheduled message',
		call: async (fixtures, { instanceId }) => ({
			path: { messageId: await fixtures.newScheduled(String(instanceId)) },
			body: { message: 'Hello again' },
		}),
	},
	{
		operation: 'POST /v1/messages/{}/forward',
		code: 'message_deleted',
		what: 'a message that was deleted for everyone',
		call: async (fixtures, { instanceId }) => {
			const messageId = await fixtures.newSent(String(instanceId));
			await fixtures.session.send('DELETE /v1/messages/{}', { path: { messageId } });
			return { path: { messageId }, body: { instanceId, to: PHONE } };
		},
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'chat_taken',
		what: 'a message in a chat that a person has taken',
		call: async (fixtures) => ({
			body: { instanceId: (await fixtures.newTakenChat()).instanceId, to: PHONE, message: 'Hello' },
		}),
	},
	{
		operation: 'POST /v1/messages/{}/forward',
		code: 'chat_taken',
		what: 'to a chat that a person has taken',
		call: async (fixtures) => {
			const { instanceId } = await fixtures.newTakenChat();
			const messageId = await fixtures.receiveFrom(instanceId, PHONE);
			return { path: { messageId }, body: { instanceId, to: PHONE } };
		},
	},
	{
		operation: 'POST /v1/messages/template',
		code: 'chat_taken',
		what: 'a template in a chat that a person has taken',
		call: async (fixtures) => {
			const instanceId = await fixtures.newOfficial();
			await fixtures.takeChat(instanceId);
			return { body: { instanceId, to: PHONE, template: { name: 'hello_world', language: 'en_US' } } };
		},
	},
	{
		operation: 'PUT /v1/chats/{}/owner',
		code: 'invalid_parameters',
		what: 'an owner without settings.takeover',
		call: (_fixtures, { instanceId, chatId }) => ({
			path: { chatId: String(chatId) },
			body: { instanceId, owner: 'person' },
		}),
	},
	{
		operation: 'DELETE /v1/chats/{}/notes/{}',
		code: 'note_not_found',
		what: 'a note that does not exist',
		call: (_fixtures, { instanceId, chatId }) => ({
			path: { chatId: String(chatId), noteId: 'note_00000000000000000000000000' },
			query: { instanceId },
		}),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'message_not_found',
		what: 'a reply to a message that does not exist',
		call: (_fixtures, { instanceId }) => ({
			body: { instanceId, to: PHONE, message: 'Yes', quotedMessageId: 'msg_00000000000000000000000000' },
		}),
	},
	{
		operation: 'POST /v1/messages/send',
		code: 'official_api_required',
		what: 'buttons from an instance connected by QR code',
		call: (_fixtures, { instanceId }) => ({
			body: { instanceId, to: PHONE, interactive: BUTTONS },
		}),
	},
	{
		operation: 'GET /v1/messages/{}/media',
		code: 'range_not_satisfiable',
		what: 'bytes after the end of a file',
		call: async (fixtures) => ({
			path: { messageId: await fixtures.newPicture() },
			headers: { range: 'bytes=1000000-' },
		}),
	},
	{
		operation: 'GET /v1/messages/{}/media',
		code: 'precondition_failed',
		what: 'a file of another ETag',
		call: async (fixtures) => ({
			path: { messageId: await fixtures.newPicture() },
			headers: { 'if-match': '"another"' },
		}),
	},
	{
		operation: 'GET /v1/messages',
		code: 'invalid_parameters',
		what: 'chatId and phone together',
		call: (_fixtures, { instanceId, chatId }) => ({ query: { instanceId, chatId, phone: PHONE } }),
	},
	{
		operation: 'GET /v1/messages',
		code: 'invalid_phone_number',
		what: 'an invalid phone',
		call: (_fixtures, { instanceId }) => ({ query: { instanceId, phone: '+49' } }),
	},
	{
		operation: 'GET /v1/messages/chats',
		code: 'invalid_parameters',
		what: 'an unknown sort order',
		call: (_fixtures, { instanceId }) => ({ query: { instanceId, sortBy: 'colour' } }),
	},
];

/** Returns scenarios with files that cannot be sent as an image. */
function media(code: string, urls: readonly string[]): Scenario[] {
	return urls.map((url) => ({
		operation: 'POST /v1/messages/send',
		code,
		what: `${url} as mediaUrl`,
		call: (fixtures, { instanceId }) => ({
			body: {
				instanceId,
				to: PHONE,
				mediaUrl: url.replace('{receiver}', fixtures.receiver.url),
				mediaType: 'image',
			},
		}),
	}));
}
