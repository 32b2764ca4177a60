import * as adminEvents from '../admin/events-schema.ts';
import * as keys from '../admin/schema.ts';
import * as overview from '../admin/overview-schema.ts';
import * as chats from '../chats/schema.ts';
import * as contacts from '../contacts/schema.ts';
import * as queues from '../deliveries/queue-schema.ts';
import * as deliveries from '../deliveries/schema.ts';
import * as groups from '../groups/schema.ts';
import * as profiles from '../instances/profile-schema.ts';
import * as instances from '../instances/schema.ts';
import * as media from '../media/schema.ts';
import * as messageChanges from '../messages/change-schema.ts';
import * as messageContent from '../messages/content-schema.ts';
import * as messageDetails from '../messages/details-schema.ts';
import * as interactive from '../messages/interactive-schema.ts';
import * as messages from '../messages/schema.ts';
import * as responses from '../server/schemas/responses.ts';
import * as templateComponents from '../templates/component-schema.ts';
import * as templates from '../templates/schema.ts';
import * as users from '../users/schema.ts';
import * as webhooks from '../webhooks/schema.ts';
import * as webhookSettings from '../webhooks/settings-schema.ts';
import * as phones from '../../network/simulator/api/phones/schema.ts';
import * as simulatedChats from '../../network/simulator/api/chats/schema.ts';
import * as simulator from '../../network/simulator/api/schema.ts';
import { ERROR_CODES } from '../../domain/error.ts';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { DISCONNECT_REASONS, INSTANCE_STATUSES } from '../../domain/instances/instance.ts';
import { FAILURE_CODES, MESSAGE_STATUSES, MESSAGE_TYPES } from '../../domain/messages/message.ts';
import { SCOPES } from '../../domain/access/scope.ts';
import { CAPABILITIES } from '../../network/capabilities/capabilities.ts';
import { OneOf } from '../server/schemas/fields.ts';
import { isObject, type JsonObject } from '../../lib/json-object.ts';

/** Every exported schema of an object in these files is a component under the name of its export. */
const MODULES: readonly object[] = [
	responses,
	instances,
	profiles,
	messageDetails,
	messageContent,
	interactive,
	messageChanges,
	messages,
	chats,
	templateComponents,
	templates,
	media,
	contacts,
	groups,
	webhooks,
	webhookSettings,
	deliveries,
	queues,
	users,
	keys,
	overview,
	adminEvents,
	simulator,
	simulatedChats,
	phones,
];

/** Parts of a request, which are documented as parameters or named after their operation. */
const REQUEST_PART = /(?:Body|Query|Headers)$|^(?:Of|One)[A-Z]|^(?:FileContent|ChatOfPhone|BlockedContact)$/;

/** Names of components that are not those of their exports. A suffix `View` is left out. */
const RENAMED: Readonly<Record<string, string>> = {
	HistoryItem: 'Message',
	GroupDetail: 'Group',
	ContactCheckItem: 'ContactCheck',
	QrCodeRecord: 'QrCode',
	ReactionView: 'MessageReaction',
	EditView: 'MessageEdit',
	PeerViewResponse: 'SimulatedChat',
};

const ENUMERATIONS = {
	ErrorCode: OneOf(ERROR_CODES),
	EventKind: OneOf(EVENT_KINDS),
	InstanceStatus: OneOf(INSTANCE_STATUSES),
	DisconnectReason: OneOf(DISCONNECT_REASONS),
	Capability: OneOf(CAPABILITIES),
	MessageType: OneOf(MESSAGE_TYPES),
	MessageStatus: OneOf(MESSAGE_STATUSES),
	FailureCode: OneOf(FAILURE_CODES),
	Scope: OneOf(SCOPES),
};

/** The schemas that the OpenAPI document names, by name. Throws for one name of two schemas. */
export function namedSchemas(): ReadonlyMap<string, JsonObject> {
	const named = new Map(Object.entries(ENUMERATIONS) as unknown as [string, JsonObject][]);
	const nested: [string, unknown][] = [
		['InstanceSettings', instances.Instance.properties.settings],
		['GroupParticipant', groups.GroupDetail.properties.participants.items],
	];
	for (const [name, schema] of [...MODULES.flatMap(objectSchemasIn), ...nested]) {
		const known = named.get(name);
		if (known !== undefined && known !== schema) throw new Error(`Two schemas are named ${name}.`);
		named.set(name, schema as JsonObject);
	}
	return named;
}

function objectSchemasIn(module: object): [string, JsonObject][] {
	return Object.entries(module).flatMap(([name, value]: [string, unknown]): [string, JsonObject][] => {
		if (!isObject(value) || value.type !== 'object' || REQUEST_PART.test(name)) return [];
		return [[RENAMED[name] ?? name.replace(/View$/, ''), value]];
	});
}
