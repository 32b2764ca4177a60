import { ImportError } from './import-error.ts';
import {
	instanceName,
	mapEvents,
	shownUrl,
	type EventTable,
	type ImportedInstance,
} from './imported-instance.ts';
import { isObject, type JsonObject } from '../../lib/json-object.ts';
import { objectAt, objectsAt, phoneOf, textAt, textsAt } from './json-fields.ts';

/** The events of WAHA 2026.7. `message.any` has the messages of the account itself too. */
export const WAHA_EVENTS: EventTable = {
	'session.status': ['instance.connected', 'instance.disconnected', 'instance.qr_updated'],
	'state.change': ['instance.connected', 'instance.disconnected'],
	message: ['message.received'],
	'message.any': ['message.received', 'message.echo', 'message.sent'],
	'message.reaction': ['message.reaction'],
	'message.ack': ['message.sent', 'message.delivered', 'message.read', 'message.failed'],
	'message.ack.group': ['message.delivered', 'message.read'],
	'message.waiting': ['message.unavailable'],
	'message.edited': ['message.edited'],
	'message.revoked': ['message.deleted'],
	'group.join': ['group.participants'],
	'group.leave': ['group.participants'],
	'group.v2.join': ['group.participants'],
	'group.v2.leave': ['group.participants'],
	'group.v2.participants': ['group.participants'],
	'group.v2.update': ['group.updated'],
	'presence.update': ['presence.updated'],
	'poll.vote': ['poll.voted'],
	'poll.vote.failed': [],
	'chat.archive': [],
	'call.received': ['call.received'],
	'call.accepted': [],
	'call.rejected': [],
	'label.upsert': [],
	'label.deleted': [],
	'label.chat.added': [],
	'label.chat.deleted': [],
	'event.response': [],
	'event.response.failed': [],
	'engine.event': [],
};

/** Lengths that a signing secret may have. */
const SECRET_LENGTH = { min: 8, max: 256 };

/** Reads what WAHA answers to `GET /api/sessions?all=true`. Throws ImportError. */
export function readWaha(documents: readonly unknown[]): ImportedInstance[] {
	const sessions = documents.flat();
	if (sessions.length === 0) throw notAnExport();
	return sessions.map((session) => {
		if (!isObject(session) || textAt(session, 'name') === null || textAt(session, 'status') === null) {
			throw notAnExport();
		}
		return readSession(session);
	});
}

function readSession(session: JsonObject): ImportedInstance {
	const config = objectAt(session, 'config') ?? {};
	const me = objectAt(session, 'me');
	const imported: ImportedInstance = {
		name: instanceName(textAt(session, 'name') ?? ''),
		phone: me === null ? null : phoneOf(textAt(me, 'id')),
		settings: proxyOf(objectAt(config, 'proxy')),
		webhooks: [],
		notes: [],
	};
	if (Object.keys(objectAt(config, 'metadata') ?? {}).length > 0) {
		imported.notes.push('Metadata of the session has no counterpart; that of a message has ("metadata").');
	}
	for (const webhook of objectsAt(config, 'webhooks')) addWebhook(imported, webhook);
	return imported;
}

function addWebhook(imported: ImportedInstance, webhook: JsonObject): void {
	const { notes } = imported;
	const url = textAt(webhook, 'url');
	if (url === null) return;
	const place = shownUrl(url);
	const { events, missing } = mapEvents(textsAt(webhook, 'events'), WAHA_EVENTS);
	if (missing.length > 0) notes.push(`${place}: events without a counterpart: ${missing.join(', ')}.`);
	if (events.length === 0) {
		notes.push(`${place}: no event has a counterpart, and the webhook was left out.`);
		return;
	}
	const key = textAt(objectAt(webhook, 'hmac') ?? {}, 'key');
	const fits = key !== null && key.length >= SECRET_LENGTH.min && key.length <= SECRET_LENGTH.max;
	imported.webhooks.push({ url, events, ...(fits ? { secret: key } : {}) });
	if (fits) notes.push(`${place}: the key is kept, but the signature is another one: X-Service-Signature.`);
	else if (key !== null)
		notes.push(`${place}: the key has less than 8 or more than 256 characters; it gets a new secret.`);
	if (objectsAt(webhook, 'customHeaders').length > 0) {
		notes.push(`${place}: headers of its own have no counterpart; check the signature instead.`);
	}
	if (objectAt(webhook, 'retries') !== null) {
		notes.push(`${place}: the schedule of retries is that of the gateway (GATEWAY_RETRY_SCHEDULE).`);
	}
}

function proxyOf(proxy: JsonObject | null): { proxyUrl?: string } {
	const server = proxy === null ? null : textAt(proxy, 'server');
	if (proxy === null || server === null) return {};
	const [, scheme = 'http://', rest = server] = /^(\w+:\/\/)?(.*)$/.exec(server) ?? [];
	const [user, password] = [textAt(proxy, 'username'), textAt(proxy, 'password')];
	const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
	return { proxyUrl: `${scheme}${login}${rest}` };
}

function notAnExport(): ImportError {
	return new ImportError(
		'The file is not what WAHA answers to GET /api/sessions?all=true. Save its answer unchanged.',
	);
}
