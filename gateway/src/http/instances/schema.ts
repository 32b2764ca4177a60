import { Type, type Static } from 'typebox';
import {
	CONNECT_REQUESTS,
	DISCONNECT_REASONS,
	INSTANCE_STATUSES,
	type DisconnectReason,
} from '../../domain/instances/instance.ts';
import { PHONE_PATTERN } from '../../domain/phone.ts';
import { RESTRICTION_KINDS } from '../../domain/instances/restriction.ts';
import { CAPABILITIES } from '../../network/capabilities/capabilities.ts';
import {
	AnyObject,
	EventKinds,
	EXTENSION,
	IdOf,
	Limit,
	NOT_BLANK,
	Nullable,
	NullableString,
	NullableTimestamp,
	Offset,
	OneOf,
	Timestamp,
	withErrorCode,
} from '../server/schemas/fields.ts';
import { Settings, SettingsInput } from './settings-schema.ts';

const InstanceId = IdOf('inst', 'Unique instance identifier.');

export const OneInstance = Type.Object({ instanceId: IdOf('inst', 'The instance.') });

export const DisconnectReasonField = Type.Unsafe<DisconnectReason | null>({
	type: ['string', 'null'],
	enum: [...DISCONNECT_REASONS, null],
	description: 'Why the instance is disconnected; null: it is not, or it never was connected.',
});

const Shared = {
	id: InstanceId,
	name: Type.String(),
	status: OneOf(INSTANCE_STATUSES),
	phone: NullableString({ description: 'Connected phone number.' }),
	profileName: NullableString(),
	profilePicUrl: NullableString(),
	webhookUrl: NullableString({ description: 'URL that receives events of this instance.' }),
	settings: Settings,
	createdAt: Timestamp,
	lastSeenAt: Timestamp,
};

export const InstanceListItem = Type.Object(Shared);
export type InstanceListItem = Static<typeof InstanceListItem>;

const Own = {
	webhookEvents: EventKinds(
		'Event kinds sent to webhookUrl; none named means those of the specification, * means all.',
	),
	webhookId: NullableString({
		description: 'The id of the webhook behind webhookUrl, for its deliveries, health and secret.',
		...EXTENSION,
	}),
	webhookSecret: NullableString({
		description: 'Signs the events sent to webhookUrl. Null for a key without instances:write.',
		...EXTENSION,
	}),
};

export const Instance = Type.Object({ ...Shared, ...Own });
export type Instance = Static<typeof Instance>;

export const InstanceStatusRecord = Type.Object({
	...Shared,
	...Own,
	qrCode: NullableString({ description: 'Data URI of a base64 PNG, while status is qr_pending.' }),
	qrCodeExpiresAt: NullableTimestamp,
	connectedAt: NullableTimestamp,
	stats: Type.Object({
		messagesSent: Type.Integer({ description: 'Sent today (UTC).' }),
		messagesReceived: Type.Integer({ description: 'Received today (UTC).' }),
		activeChats: Type.Integer(),
		unreadMessages: Type.Integer(),
	}),
	health: Type.Object({
		uptime: Type.Integer({ description: 'Seconds since the last connection.' }),
		latency: Type.Number({ description: 'Milliseconds to the network.' }),
		messageDeliveryRate: Type.Number({ minimum: 0, maximum: 1 }),
	}),
	disconnectReason: Type.Unsafe<DisconnectReason | null>({ ...DisconnectReasonField, ...EXTENSION }),
	pairingCode: NullableString({
		description:
			'The code to type on the phone, while status is qr_pending after a request with method pairing_code.',
		...EXTENSION,
	}),
	pairingCodeExpiresAt: Type.Unsafe<string | null>({ ...NullableTimestamp, ...EXTENSION }),
	passkeyRequest: Nullable(
		Type.Object({
			options: AnyObject({
				description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
			}),
			expiresAt: Timestamp,
		}),
		{
			description: 'The passkey request of the network, before it links the device; null: there is none.',
			...EXTENSION,
		},
	),
	restriction: Nullable(
		Type.Object({
			kind: OneOf(RESTRICTION_KINDS, {
				description: 'new_chats: messages that begin a chat wait; sending: all wait.',
			}),
			reason: NullableString({ description: "The network's name of the reason." }),
			until: NullableTimestamp,
			newChatsLeft: Nullable(Type.Integer()),
		}),
		{ description: 'The restriction of the account by the network; null: none.', ...EXTENSION },
	),
	lastReceivedAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description: 'When the last message arrived; null: none has.',
		...EXTENSION,
	}),
	capabilities: Type.Array(OneOf(CAPABILITIES), {
		description: 'The optional capabilities of its network, which depend on the connection method.',
		...EXTENSION,
	}),
});
export type InstanceStatusRecord = Static<typeof InstanceStatusRecord>;

const InstanceName = Type.String({
	minLength: 1,
	maxLength: 100,
	pattern: NOT_BLANK,
	description: 'Descriptive name.',
	examples: ['Support'],
});
const WebhookEvents = EventKinds(
	'Event kinds sent to webhookUrl; none named means those of the specification, * means all.',
);
export const CreateInstanceBody = Type.Object(
	{
		name: InstanceName,
		webhookUrl: Type.Optional(
			Type.String({
				maxLength: 2048,
				description: 'URL that receives events of this instance.',
				examples: ['https://example.com/hook'],
				...withErrorCode('invalid_webhook_url'),
			}),
		),
		webhookEvents: Type.Optional(WebhookEvents),
		settings: Type.Optional(SettingsInput),
	},
	{ additionalProperties: false },
);

export const ListInstancesQuery = Type.Object(
	{
		status: Type.Optional(OneOf([...INSTANCE_STATUSES, 'all'], { default: 'all' })),
		limit: Limit,
		offset: Offset,
	},
	{ additionalProperties: false },
);

const Credential = (maxLength: number, description: string) =>
	Type.Optional(
		Type.String({ minLength: 1, maxLength, description: `${description}; required for method official.` }),
	);

export const ConnectBody = Type.Object(
	{
		method: OneOf(CONNECT_REQUESTS, {
			...withErrorCode('invalid_method'),
			description: 'pairing_code is an addition: a code to type on the phone, instead of a QR code.',
		}),
		phone: Type.Optional(
			Type.String({
				pattern: PHONE_PATTERN,
				description: 'Number of the phone to link; required for method pairing_code.',
				...withErrorCode('invalid_phone_number'),
				...EXTENSION,
			}),
		),
		businessId: Credential(128, 'Business account id at the network operator'),
		phoneNumberId: Credential(128, 'Id of the phone number at the network operator'),
		accessToken: Credential(2048, 'Operator access token; never shown again'),
	},
	{ additionalProperties: false },
);

export const AnswerPasskeyBody = Type.Object(
	{
		response: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
			description: 'AuthenticationResponseJSON of WebAuthn, as PublicKeyCredential.toJSON() returns it.',
		}),
	},
	{ additionalProperties: false },
);

export const ConnectResponse = Type.Object({
	success: Type.Boolean(),
	status: OneOf(['connecting', 'qr_pending', 'connected']),
	qrCode: Type.Optional(Type.String({ description: 'Data URI of a base64 PNG; only for method qrcode.' })),
	qrCodeExpiresAt: Type.Optional(Timestamp),
	pairingCode: Type.Optional(
		Type.String({
			description: 'The code to type on the phone; only for method pairing_code.',
			...EXTENSION,
		}),
	),
	pairingCodeExpiresAt: Type.Optional(Type.String({ format: 'date-time', ...EXTENSION })),
});
export type ConnectResponse = Static<typeof ConnectResponse>;

export const QrCodeRecord = Type.Object({
	qrCode: NullableString({ description: 'Data URI of a base64 PNG; null while there is none to scan.' }),
	expiresAt: NullableTimestamp,
	status: OneOf(INSTANCE_STATUSES),
});
export type QrCodeRecord = Static<typeof QrCodeRecord>;

export const UpdateInstanceBody = Type.Object(
	{
		name: Type.Optional(InstanceName),
		webhookUrl: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				maxLength: 2048,
				description: 'URL that receives events of this instance; null (an addition) removes it.',
				...withErrorCode('invalid_webhook_url'),
			}),
		),
		webhookEvents: Type.Optional(WebhookEvents),
		settings: Type.Optional(SettingsInput),
	},
	{ additionalProperties: false },
);

export const UpdatedInstance = Type.Pick(Instance, ['id', 'name', 'webhookUrl', 'settings']);
