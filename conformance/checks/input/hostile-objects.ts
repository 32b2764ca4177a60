import { getErrorCode, getErrorMessage } from '../../client/response-rules.ts';
import { formatExchange, type Exchange } from '../../client/session.ts';
import { at, textAt } from '../../document/schema.ts';
import { PHONE } from '../../fixtures/fixtures.ts';
import type { Context } from '../context.ts';
import { targetsOf, type Target } from './hostile-targets.ts';

const KIND = 'hostile objects';
/** Longest error message: none repeats a value of any length. */
const MESSAGE_LIMIT = 1000;
/** The error codes for a refused object. */
const CODES = ['invalid_parameters', 'invalid_phone_number', 'payload_too_large'];
/** The further error codes for an object of the right form. */
const OTHER_CODES = [
	'contact_not_found',
	'group_not_found',
	'message_not_found',
	'message_not_sent',
	'official_api_instance',
	'official_api_required',
];

/**
 * Sends hostile objects in all fields of messages and of their changes. Each is accepted or refused with a short
 * sentence; accepted ones are sent and can be read, and the gateway keeps working.
 */
export async function checkHostileObjects(context: Context): Promise<void> {
	const { session, fixtures, report } = context;
	const instanceId = await fixtures.newConnected();
	const url = `${fixtures.receiver.url}/hostile`;
	await session.send('POST /v1/webhooks', { body: { url, events: ['*'], instanceId } });
	for (const target of await targetsOf(fixtures, instanceId)) await checkTarget(context, target);
	await checkHistory(context, instanceId);
	const messageId = await fixtures.send(instanceId, PHONE);
	await fixtures.untilDelivered(messageId);
	const last = await fixtures.receiver
		.find('the last event', ({ path, envelope }) => {
			return path === '/hostile' && at(envelope, 'data.messageId') === messageId;
		})
		.catch(() => null);
	report.check(KIND, 'events go on', last !== null);
	const log = session.gateway.log();
	const errors = log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
	report.check(KIND, 'errors in the log', errors.length === 0, () => errors.slice(0, 3).join('\n'));
}

async function checkTarget({ session, report }: Context, target: Target): Promise<void> {
	const { operation, path = {}, others, field, values, lenient, inList } = target;
	let accepted = 0;
	for (const { what, json, refused } of values) {
		const body = JSON.stringify({ ...others, [field]: '<value>' });
		const raw = body.replace('"<value>"', () => (inList === true ? `[${json}]` : json));
		const headers = { 'content-type': 'application/json' };
		// The session reports a missing response.
		const exchange = await session.send(operation, { path, raw, headers }).catch(() => null);
		if (exchange === null) continue;
		if (exchange.response.status < 300) accepted += 1;
		report.check(
			KIND,
			`${operation}: ${field}: ${what}`,
			isClear(exchange) && (!refused || lenient === true || isRefused(exchange, field)),
			() => `${formatExchange(exchange)}\nexpected to be ${refused ? 'refused' : 'accepted or refused'}`,
		);
	}
	// Else all were refused for another reason. No value is the id of a message.
	report.check(KIND, `${operation}: ${field}: some values`, accepted > 0 || field === 'quotedMessageId');
}

/** Whether a value was refused by the name of its field, of one item in it, or with the whole body. */
function isRefused({ response }: Exchange, field: string): boolean {
	const code = getErrorCode(response);
	const message = getErrorMessage(response);
	const isNamed =
		message.includes(field.replace(/s$/, '')) || /could not be read|The body (contains|is)/.test(message);
	return code === 'invalid_parameters' ? isNamed : CODES.includes(code ?? '');
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
