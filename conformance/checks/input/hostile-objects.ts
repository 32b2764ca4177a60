import {
	HOSTILE_CONTACTS,
	HOSTILE_EMOJI,
	HOSTILE_INTERACTIVES,
	HOSTILE_LOCATIONS,
	HOSTILE_MENTIONS,
	HOSTILE_PEOPLE,
	HOSTILE_POLLS,
	HOSTILE_TEXTS,
	HOSTILE_VOTES,
	hostileTimes,
	type HostileValue,
} from '../../corpora/hostile-objects.ts';
import { getErrorCode, getErrorMessage } from '../../client/response-rules.ts';
import { formatExchange, type Exchange } from '../../client/session.ts';
import { at, textAt } from '../../document/schema.ts';
import { PHONE } from '../../fixtures/fixtures.ts';
import { arrive } from '../../fixtures/simulator-samples.ts';
import type { Context } from '../context.ts';

const KIND = 'hostile objects';
const POLL = { question: 'When?', options: ['Monday', 'Tuesday'] };
/** Longest error message: none repeats a value of any length. */
const MESSAGE_LIMIT = 1000;
/** What answers an object that is refused. */
const CODES = ['invalid_parameters', 'invalid_phone_number', 'payload_too_large'];
/** What else answers an object whose form is right. */
const OTHER_CODES = [
	'contact_not_found',
	'group_not_found',
	'message_not_found',
	'message_not_sent',
	'official_api_instance',
	'official_api_required',
];

/** Requests with a hostile value in one field; `values` that must be refused are refused here, unless `lenient`. */
interface Target {
	operation: string;
	path?: Readonly<Record<string, string>>;
	/** The other fields of the body. */
	others: Readonly<Record<string, unknown>>;
	field: string;
	values: readonly HostileValue[];
	/** The simulated network lets arrive what no gateway would send. */
	lenient?: true;
	/** The field is a list with the value as its item. */
	inList?: true;
}

/**
 * Sends hostile objects in all fields of messages and of their changes. Each is accepted or refused with a short
 * sentence; those that are accepted are sent and can be read, and the gateway goes on.
 */
export async function checkHostileObjects(context: Context): Promise<void> {
	const { session, fixtures, report } = context;
	const instanceId = await fixtures.newConnected();
	for (const target of await targetsOf(context, instanceId)) await checkTarget(context, target);
	await checkHistory(context, instanceId);
	const messageId = await fixtures.send(instanceId, PHONE);
	await fixtures.untilDelivered(messageId);
	const log = session.gateway.log();
	const errors = log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
	report.check(KIND, 'errors in the log', errors.length === 0, () => errors.slice(0, 3).join('\n'));
}

async function targetsOf(context: Context, instanceId: string): Promise<Target[]> {
	const { fixtures } = context;
	const sent = { instanceId, to: PHONE };
	const official = { instanceId: await fixtures.official(), to: PHONE };
	const path = { instanceId };
	const received = await fixtures.receiveFrom(instanceId, PHONE);
	const poll = await arrive(fixtures, instanceId, { from: PHONE, poll: POLL });
	const own = await fixtures.newSent(instanceId);
	const groupId = await fixtures.newGroup(instanceId);
	return [
		...Object.entries(KINDS).map(([field, values]) => send(sent, field, values)),
		send({ ...sent, message: 'Hello' }, 'mentions', HOSTILE_MENTIONS),
		send({ ...sent, message: 'Hello' }, 'sendAt', hostileTimes(Date.now())),
		send(official, 'interactive', HOSTILE_INTERACTIVES),
		send({ instanceId, message: 'Hello' }, 'to', HOSTILE_PEOPLE),
		send({ ...sent, message: 'Hello' }, 'quotedMessageId', HOSTILE_PEOPLE),
		...['POST /simulator/v1/instances/{}/messages', 'POST /simulator/v1/instances/{}/echoes'].flatMap(
			(operation): Target[] => {
				const others = operation.endsWith('echoes') ? { to: PHONE } : { from: PHONE };
				const target = { operation, path, others, lenient: true } as const;
				return [
					...Object.entries(KINDS).map(([field, values]) => ({ ...target, field, values })),
					{ ...target, others: { ...others, content: 'Hi' }, field: 'mentions', values: HOSTILE_MENTIONS },
				];
			},
		),
		{
			operation: 'POST /simulator/v1/instances/{}/messages',
			path,
			others: { from: PHONE },
			field: 'interactive',
			values: HOSTILE_INTERACTIVES,
			lenient: true,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/messages',
			path,
			others: { from: null, content: 'Hello' },
			field: 'senderId',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/echoes',
			path,
			others: { content: 'Hello' },
			field: 'to',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'PUT /v1/messages/{}/reaction',
			path: { messageId: received },
			others: {},
			field: 'emoji',
			values: HOSTILE_EMOJI,
		},
		{
			operation: 'PUT /simulator/v1/instances/{}/messages/{}/reaction',
			path: { instanceId, messageId: received },
			others: {},
			field: 'emoji',
			values: HOSTILE_EMOJI,
			lenient: true,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/polls/{}/votes',
			path: { instanceId, messageId: poll },
			others: {},
			field: 'options',
			values: HOSTILE_VOTES,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/polls/{}/votes',
			path: { instanceId, messageId: poll },
			others: { options: ['Monday'] },
			field: 'senderId',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'PATCH /v1/messages/{}',
			path: { messageId: own },
			others: {},
			field: 'message',
			values: HOSTILE_TEXTS,
		},
		{
			operation: 'PATCH /simulator/v1/instances/{}/messages/{}',
			path: { instanceId, messageId: received },
			others: {},
			field: 'content',
			values: HOSTILE_TEXTS,
		},
		{
			operation: 'POST /v1/messages/{}/forward',
			path: { messageId: received },
			others: { instanceId },
			field: 'to',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'POST /v1/groups/{}/participants',
			path: { groupId },
			others: { instanceId, action: 'add' },
			field: 'participants',
			values: HOSTILE_PEOPLE,
			inList: true,
		},
		{
			operation: 'POST /v1/groups',
			others: { instanceId, name: 'Team' },
			field: 'participants',
			values: HOSTILE_PEOPLE,
			inList: true,
		},
	];
}

const KINDS = { location: HOSTILE_LOCATIONS, contacts: HOSTILE_CONTACTS, poll: HOSTILE_POLLS };

function send(others: Target['others'], field: string, values: Target['values']): Target {
	// The id of a message has any form.
	const lenient = field === 'quotedMessageId' ? ({ lenient: true } as const) : {};
	return { operation: 'POST /v1/messages/send', others, field, values, ...lenient };
}

async function checkTarget({ session, report }: Context, target: Target): Promise<void> {
	const { operation, path = {}, others, field, values, lenient, inList } = target;
	for (const { what, json, refused } of values) {
		const body = JSON.stringify({ ...others, [field]: '<value>' });
		const raw = body.replace('"<value>"', () => (inList === true ? `[${json}]` : json));
		const headers = { 'content-type': 'application/json' };
		// The session reports a missing response.
		const exchange = await session.send(operation, { path, raw, headers }).catch(() => null);
		if (exchange === null) continue;
		report.check(
			KIND,
			`${operation}: ${field}: ${what}`,
			isClear(exchange) &&
				(!refused || lenient === true || CODES.includes(getErrorCode(exchange.response) ?? '')),
			() => `${formatExchange(exchange)}\nexpected to be ${refused ? 'refused' : 'accepted or refused'}`,
		);
	}
}

/** Whether a response is a success, or an error that a person can act on. */
function isClear({ response }: Exchange): boolean {
	if (response.status < 300) return true;
	const message = getErrorMessage(response);
	return (
		[...CODES, ...OTHER_CODES].includes(getErrorCode(response) ?? '') &&
		message.length <= MESSAGE_LIMIT &&
		/^["A-Z].{10,}\.$/s.test(message) &&
		!/undefined|\[object|NaN/.test(message)
	);
}

/** Reads all messages of the instance and all chats; the session validates the responses. */
async function checkHistory({ session, report }: Context, instanceId: string): Promise<void> {
	let before: unknown;
	let count = 0;
	for (let more = true; more; ) {
		const query = { instanceId, limit: 100, ...(before === undefined ? {} : { before }) };
		const exchange = await session.send('GET /v1/messages', { query });
		const { json } = exchange.response;
		const page = at(json, 'data');
		count += Array.isArray(page) ? page.length : 0;
		more = at(json, 'pagination.hasMore') === true;
		if (more) before = textAt(json, 'pagination.nextCursor');
	}
	report.check(KIND, 'the history is read', count > 0, () => String(count));
	for (const operation of ['GET /v1/messages/chats', 'GET /v1/contacts']) {
		const exchange = await session.send(operation, { query: { instanceId, limit: 100 } });
		report.check(KIND, operation, exchange.response.status === 200, () => formatExchange(exchange));
	}
}
