import { getErrorCode, getErrorMessage } from '../../client/response-rules.ts';
import { formatExchange, type Call, type Exchange } from '../../client/session.ts';
import { at } from '../../document/schema.ts';
import { PHONE, type Fixtures } from '../../fixtures/fixtures.ts';
import { arrive } from '../../fixtures/simulator-samples.ts';
import { isDeliveryOf } from '../../server/receiver.ts';
import type { Context } from '../context.ts';

const KIND = 'capabilities';
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
interface Action {
	capability: string;
	operation: string;
	call: (fixtures: Fixtures, instanceId: string) => Promise<Call> | Call;
	/** The event that tells of its message. */
	event: string;
	/** The fields of the event's data that its request decides. */
	data: Readonly<Record<string, unknown>>;
}

const ACTIONS: readonly Action[] = [
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

/**
 * Does everything that needs a capability, on connections by QR code, through the official API, and with the official
 * API's limits. What the status lists succeeds with its event; anything else is refused with what to do instead.
 */
export async function checkCapabilities(context: Context): Promise<void> {
	const { fixtures } = context;
	await checkInstance(context, 'by QR code', await fixtures.connected());
	await checkInstance(context, 'officially', await fixtures.official());
	await checkInstance(context, 'officially, with its limits', await fixtures.limited());
}

async function checkInstance(context: Context, how: string, instanceId: string): Promise<void> {
	const { session, fixtures, report } = context;
	const path = { instanceId };
	const { response } = await session.send('GET /v1/instances/{}/status', { path });
	const capabilities = at(response.json, 'data.capabilities');
	const listed: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
	report.check(KIND, `${how}: the status lists capabilities`, listed.length > 0);
	const url = `${fixtures.receiver.url}/capabilities`;
	await session.send('POST /v1/webhooks', { body: { url, events: ['*'], instanceId } });
	// Opens the time in which an official connection may write.
	await fixtures.receiveFrom(instanceId, PHONE);
	for (const action of ACTIONS) {
		const title = `${action.capability} ${how}`;
		const exchange = await session.send(action.operation, await action.call(fixtures, instanceId));
		if (listed.includes(action.capability)) await checkDone(context, title, action, exchange, instanceId);
		else checkRefused(context, title, exchange, how === 'by QR code');
	}
}

function checkRefused({ report }: Context, title: string, exchange: Exchange, isByQrCode: boolean): void {
	const code = isByQrCode ? 'official_api_required' : 'official_api_instance';
	const { response } = exchange;
	const isExpected = response.status === 409 && getErrorCode(response) === code;
	const isSentence = /^[A-Z].{30,}\.$/s.test(getErrorMessage(response));
	report.check(KIND, `${title}: missing`, isExpected && isSentence, () => formatExchange(exchange));
}

async function checkDone(
	{ fixtures, report }: Context,
	title: string,
	{ event, data }: Action,
	exchange: Exchange,
	instanceId: string,
): Promise<void> {
	const { call, response } = exchange;
	if (!report.check(KIND, title, response.status < 300, () => formatExchange(exchange))) return;
	const { json } = response;
	const messageId = at(json, 'messageId') ?? at(json, 'data.messageId') ?? call.path?.messageId;
	try {
		const { envelope } = await fixtures.receiver.find(
			`${event} of ${String(messageId)}`,
			(delivery) =>
				delivery.path === '/capabilities' &&
				isDeliveryOf(delivery, event, instanceId) &&
				at(delivery.envelope, 'data.messageId') === messageId,
		);
		for (const [field, value] of Object.entries(data)) {
			const told = JSON.stringify(at(envelope, `data.${field}`));
			report.check(KIND, `${title}: ${field} of ${event}`, told === JSON.stringify(value), () =>
				JSON.stringify(envelope),
			);
		}
	} catch (error) {
		report.fail(KIND, `${title}: ${event}`, error instanceof Error ? error.message : String(error));
	}
}

function send(capability: string, fields: Readonly<Record<string, unknown>>, type: string): Action {
	return {
		capability,
		operation: 'POST /v1/messages/send',
		call: (_fixtures, instanceId) => ({ body: { instanceId, to: PHONE, ...fields } }),
		event: 'message.sent',
		data: { type },
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
