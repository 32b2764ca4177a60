import type { Call } from '../client/session.ts';
import { PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import { arrive } from '../fixtures/arriving-contents.ts';

const POLL = { question: 'When?', options: ['Monday', 'Tuesday'], selectable: 1 };
const LOCATION = { latitude: 48.2, longitude: 16.4, name: 'Café' };
const CONTACT = { name: 'Ada', phones: ['+44 20 7946 0000'] };
const INTERACTIVE = {
	type: 'button',
	body: { text: 'Shall we deliver today?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
};
const ORDER = { catalogId: 'teas', items: [{ productId: 'tea', quantity: 2 }] };
const REPLY = { kind: 'button', id: 'yes', title: 'Yes' };

/** A request that needs a capability. */
export interface Action {
	capability: string;
	operation: string;
	call: (fixtures: Fixtures, instanceId: string) => Promise<Call> | Call;
	/** The event of its message or its action; null: none. */
	event: string | null;
	/** The fields of the event's data that its request decides. */
	data: Readonly<Record<string, unknown>>;
}

/** The actions that need a capability, of sending and of receiving. */
export const CAPABILITY_ACTIONS: readonly Action[] = [
	sendFile('stickers', 'sticker.webp', { mediaType: 'sticker' }),
	sendFile('voice_notes', 'voice.ogg', { mediaType: 'audio', voice: true }),
	send('locations', { location: LOCATION }, 'location'),
	send('contact_cards', { contacts: [CONTACT] }, 'contacts'),
	send('polls', { poll: POLL }, 'poll'),
	send('interactive_messages', { interactive: INTERACTIVE }, 'text'),
	send('mentions', { message: `Ask @${PHONE}`, mentions: [PHONE] }, 'text'),
	send('link_previews', { message: 'See https://example.com', linkPreview: false }, 'text'),
	{
		capability: 'templates',
		operation: 'POST /v1/messages/template',
		call: (_fixtures, instanceId) => ({
			body: { instanceId, to: PHONE, template: { name: 'hello_world', language: 'en_US' } },
		}),
		event: 'message.sent',
		data: { type: 'text' },
	},
	{
		capability: 'reactions',
		operation: 'PUT /v1/messages/{}/reaction',
		call: async (fixtures, instanceId) => ({
			path: { messageId: await fixtures.receiveFrom(instanceId, PHONE) },
			body: { emoji: '👍' },
		}),
		event: 'message.reaction',
		data: { emoji: '👍', isFromMe: true },
	},
	{
		capability: 'edits',
		operation: 'PATCH /v1/messages/{}',
		call: async (fixtures, instanceId) => ({
			path: { messageId: await fixtures.newSent(instanceId) },
			body: { message: 'Hello again' },
		}),
		event: 'message.edited',
		data: { content: 'Hello again', isFromMe: true },
	},
	{
		capability: 'deletions',
		operation: 'DELETE /v1/messages/{}',
		call: async (fixtures, instanceId) => ({ path: { messageId: await fixtures.newSent(instanceId) } }),
		event: 'message.deleted',
		data: { isFromMe: true },
	},
	{
		capability: 'forwarding',
		operation: 'POST /v1/messages/{}/forward',
		call: async (fixtures, instanceId) => ({
			path: { messageId: await arrive(fixtures, instanceId, { from: PHONE, location: LOCATION }) },
			body: { instanceId, to: PHONE },
		}),
		event: 'message.sent',
		data: { type: 'location' },
	},
	{
		...received('received_reactions', 'PUT', 'messages/{}/reaction', { emoji: '👎' }),
		event: 'message.reaction',
		data: { emoji: '👎', isFromMe: false, from: PHONE },
	},
	{
		...received('received_edits', 'PATCH', 'messages/{}', { content: 'Corrected' }),
		event: 'message.edited',
		data: { content: 'Corrected', isFromMe: false, from: PHONE },
	},
	{
		...received('received_deletions', 'DELETE', 'messages/{}'),
		event: 'message.deleted',
		data: { isFromMe: false, from: PHONE },
	},
	{
		capability: 'received_votes',
		operation: 'POST /simulator/v1/instances/{}/polls/{}/votes',
		call: async (fixtures, instanceId) => {
			// A connection that reports no polls reports no votes either.
			const poll = arrive(fixtures, instanceId, { from: PHONE, poll: POLL });
			const messageId = await poll.catch(() => fixtures.receiveFrom(instanceId, PHONE));
			return { path: { instanceId, messageId }, body: { from: PHONE, options: ['Monday'] } };
		},
		event: 'poll.voted',
		data: { options: ['Monday'], from: PHONE },
	},
	arrival('received_polls', { poll: POLL }, { type: 'poll', poll: POLL }),
	arrival('received_orders', { order: ORDER }, { type: 'order' }),
	arrival('received_replies', { reply: REPLY }, { type: 'text', content: 'Yes' }),
	{
		capability: 'echoes',
		operation: 'POST /simulator/v1/instances/{}/echoes',
		call: (_fixtures, instanceId) => ({
			path: { instanceId },
			body: { to: PHONE, content: 'From my phone' },
		}),
		event: 'message.echo',
		data: { type: 'text', content: 'From my phone', isFromMe: true, source: 'phone' },
	},
];

function send(capability: string, fields: Readonly<Record<string, unknown>>, type: string): Action {
	return {
		capability,
		operation: 'POST /v1/messages/send',
		call: (_fixtures, instanceId) => ({ body: { instanceId, to: PHONE, ...fields } }),
		event: 'message.sent',
		data: { type },
	};
}

function sendFile(capability: string, file: string, fields: { mediaType: string; voice?: boolean }): Action {
	return {
		...send(capability, {}, fields.mediaType),
		call: ({ receiver }, instanceId) => ({
			body: { instanceId, to: PHONE, mediaUrl: `${receiver.url}/media/${file}`, ...fields },
		}),
	};
}

function received(
	capability: string,
	method: string,
	change: string,
	body?: Readonly<Record<string, unknown>>,
): Pick<Action, 'capability' | 'operation' | 'call'> {
	return {
		capability,
		operation: `${method} /simulator/v1/instances/{}/${change}`,
		call: async (fixtures, instanceId) => ({
			path: { instanceId, messageId: await fixtures.receiveFrom(instanceId, PHONE) },
			...(body === undefined ? {} : { body }),
		}),
	};
}

function arrival(
	capability: string,
	content: Readonly<Record<string, unknown>>,
	data: Action['data'],
): Action {
	return {
		capability,
		operation: 'POST /simulator/v1/instances/{}/messages',
		call: (_fixtures, instanceId) => ({ path: { instanceId }, body: { from: PHONE, ...content } }),
		event: 'message.received',
		data,
	};
}
