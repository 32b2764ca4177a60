import { ImportError } from './import-error.ts';
import { instanceName, mapEvents, type EventTable, type ImportedInstance } from './imported-instance.ts';
import { isObject, type JsonObject } from '../../lib/json-object.ts';
import { objectAt, phoneOf, textAt, textsAt } from './json-fields.ts';

/**
 * The events of Evolution API 2.3. Received messages, messages written on the phone and reactions share an event there,
 * and so do votes and statuses.
 */
export const EVOLUTION_EVENTS: EventTable = {
	APPLICATION_STARTUP: [],
	QRCODE_UPDATED: ['instance.qr_updated'],
	CONNECTION_UPDATE: ['instance.connected', 'instance.disconnected'],
	STATUS_INSTANCE: ['instance.disconnected'],
	LOGOUT_INSTANCE: ['instance.disconnected'],
	REMOVE_INSTANCE: [],
	INSTANCE_CREATE: [],
	INSTANCE_DELETE: [],
	MESSAGES_SET: [],
	MESSAGES_UPSERT: ['message.received', 'message.echo', 'message.reaction'],
	MESSAGES_EDITED: ['message.edited'],
	MESSAGES_UPDATE: ['message.delivered', 'message.read', 'message.failed', 'poll.voted'],
	MESSAGES_DELETE: ['message.deleted'],
	SEND_MESSAGE: ['message.sent'],
	SEND_MESSAGE_UPDATE: ['message.edited'],
	CONTACTS_SET: [],
	CONTACTS_UPSERT: ['contact.updated'],
	CONTACTS_UPDATE: ['contact.updated'],
	PRESENCE_UPDATE: ['presence.updated'],
	CHATS_SET: [],
	CHATS_UPSERT: [],
	CHATS_UPDATE: [],
	CHATS_DELETE: [],
	GROUPS_UPSERT: ['group.updated'],
	GROUP_UPDATE: ['group.updated'],
	GROUP_PARTICIPANTS_UPDATE: ['group.participants'],
	CALL: ['call.received'],
	LABELS_EDIT: [],
	LABELS_ASSOCIATION: [],
	TYPEBOT_START: [],
	TYPEBOT_CHANGE_STATUS: [],
};

/**
 * Reads what Evolution API 2 answers to `GET /instance/fetchInstances`, and to `GET /webhook/find/{instance}` for each
 * instance, in any order: a webhook names its instance by id. Throws ImportError.
 */
export function readEvolutionApi(documents: readonly unknown[]): ImportedInstance[] {
	const objects = documents.flat().filter((entry) => entry !== null);
	const instances: JsonObject[] = [];
	const webhooks = new Map<string, JsonObject>();
	for (const object of objects) {
		if (!isObject(object)) throw notAnExport();
		const webhookOf = textAt(object, 'instanceId');
		if (isObject(object.instance)) throw firstVersion();
		if (textAt(object, 'name') !== null && 'connectionStatus' in object) instances.push(object);
		else if (webhookOf !== null && 'url' in object) webhooks.set(webhookOf, object);
		else throw notAnExport();
	}
	if (instances.length === 0) throw notAnExport();
	return instances.map((instance) => readInstance(instance, webhooks.get(textAt(instance, 'id') ?? '')));
}

function readInstance(instance: JsonObject, webhook: JsonObject | undefined): ImportedInstance {
	const setting = objectAt(instance, 'Setting') ?? {};
	const imported: ImportedInstance = {
		name: instanceName(textAt(instance, 'name') ?? ''),
		phone: phoneOf(textAt(instance, 'ownerJid') ?? textAt(instance, 'number')),
		settings: {
			...(setting.rejectCall === true ? { rejectCalls: true } : {}),
			...(setting.readMessages === true ? { autoRead: true } : {}),
			...proxyOf(objectAt(instance, 'Proxy')),
		},
		webhooks: [],
		notes: settingNotes(setting),
	};
	if (textAt(instance, 'integration') === 'WHATSAPP-BUSINESS') {
		imported.notes.push('It uses the official API: connect it with method official and a token of Meta.');
	}
	for (const integration of ['Chatwoot', 'Rabbitmq', 'Nats', 'Sqs', 'Websocket']) {
		if (objectAt(instance, integration)?.enabled === true) {
			imported.notes.push(`${integration} has no counterpart.`);
		}
	}
	if (webhook !== undefined) addWebhook(imported, webhook);
	return imported;
}

function addWebhook(imported: ImportedInstance, webhook: JsonObject): void {
	const url = textAt(webhook, 'url');
	if (url === null || webhook.enabled === false) {
		imported.notes.push('Its webhook is disabled and was left out.');
		return;
	}
	const { events, missing } = mapEvents(textsAt(webhook, 'events'), EVOLUTION_EVENTS);
	if (missing.length > 0) imported.notes.push(`Events without a counterpart: ${missing.join(', ')}.`);
	if (events.length === 0) {
		imported.notes.push('Its webhook has no event with a counterpart and was left out.');
		return;
	}
	imported.webhooks.push({ url, events });
	if (webhook.webhookByEvents === true) {
		imported.notes.push(
			'Its webhook had one address for each event: all events now come to the address itself, and "event" in the body tells them apart.',
		);
	}
	if (webhook.webhookBase64 === true) {
		imported.notes.push('Files are not in the event: get them from GET /v1/messages/{messageId}/media.');
	}
	if (Object.keys(objectAt(webhook, 'headers') ?? {}).length > 0) {
		imported.notes.push('Its webhook had headers of its own: check the signature instead.');
	}
}

function settingNotes(setting: JsonObject): string[] {
	const notes: string[] = [];
	if (setting.groupsIgnore === true) {
		notes.push('Groups were ignored: leave out events with "isGroup": true, or filter in n8n.');
	}
	if (textAt(setting, 'msgCall') !== null) notes.push('The text sent to callers has no counterpart.');
	if (setting.alwaysOnline === true) notes.push('Always online has no counterpart.');
	return notes;
}

function proxyOf(proxy: JsonObject | null): { proxyUrl?: string } {
	const host = proxy === null ? null : textAt(proxy, 'host');
	if (proxy?.enabled !== true || host === null) return {};
	const [user, password] = [textAt(proxy, 'username'), textAt(proxy, 'password')];
	const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
	return {
		proxyUrl: `${textAt(proxy, 'protocol') ?? 'http'}://${login}${host}:${textAt(proxy, 'port') ?? '80'}`,
	};
}

function notAnExport(): ImportError {
	return new ImportError(
		'The files are not what Evolution API answers to GET /instance/fetchInstances and GET /webhook/find/{instance}. Save its answers unchanged, and give all files in one command.',
	);
}

function firstVersion(): ImportError {
	return new ImportError(
		'The file is from version 1 of Evolution API. Update it to version 2, or create the instances on the page of the gateway.',
	);
}
