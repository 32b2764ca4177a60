import { Type, type Static } from 'typebox';
import { ALERT_KINDS, NOTICE_KINDS } from '../../domain/alerts/alert.ts';
import { NOTICE_STATUSES } from '../../store/schema.ts';
import {
	IdOf,
	Limit,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

const Mail = Type.Object({
	kind: OneOf(NOTICE_KINDS, { description: 'The kind of the notice.' }),
	status: OneOf(NOTICE_STATUSES),
	attempts: Type.Integer(),
	nextAttemptAt: NullableTimestamp,
	error: NullableString({
		description: 'The error of the last try, or the recipients that the server refused.',
	}),
});

export const Alert = Type.Object({
	alertId: IdOf('alr', 'The alert.'),
	kind: OneOf(ALERT_KINDS),
	instanceId: NullableString({ description: 'The instance it is about; null: none.' }),
	webhookId: NullableString({ description: 'The webhook it is about; null: none.' }),
	message: Type.String({ description: 'The fault.' }),
	advice: Type.String({ description: 'The remedy.' }),
	screen: Type.String({ description: 'The path of the screen of the page that shows it.' }),
	since: Timestamp,
	resolvedAt: NullableTimestamp,
	recurrences: Type.Integer({ description: 'How often the condition returned within this alert.' }),
	acknowledgedAt: NullableTimestamp,
	acknowledgedBy: NullableString({ description: 'The id of the person or the key.' }),
	mutedUntil: NullableTimestamp,
	mail: Nullable(Mail, { description: 'The last mail of it; null: there is none.' }),
});
export type Alert = Static<typeof Alert>;

const MailState = Type.Object({
	server: Type.String({ description: 'Host and port of the mail server.' }),
	from: Type.String(),
	to: Type.Array(Type.String()),
	lastSentAt: NullableTimestamp,
	lastError: NullableString({ description: 'The error of the last mail; null: it was sent.' }),
	waiting: Type.Integer({ description: 'Notices that wait for their next try, counted up to 100.' }),
});

export const FiringAlerts = Type.Object({
	firing: Type.Array(Alert, { description: 'At most 1,000.' }),
	mail: Nullable(MailState, { description: 'Null: no mail server is set.' }),
});
export type FiringAlerts = Static<typeof FiringAlerts>;

export const AlertCount = Type.Object({
	firing: Type.Integer(),
	unattended: Type.Integer({ description: 'Those that nobody has acknowledged or muted.' }),
});
export type AlertCount = Static<typeof AlertCount>;

export const PastAlertsQuery = Type.Object(
	{
		limit: Limit,
		before: Type.Optional(Type.String({ maxLength: 64, description: 'Only alerts after this one.' })),
	},
	{ additionalProperties: false },
);

export const OneAlert = Type.Object({ alertId: IdOf('alr', 'The alert.') });

export const MuteBody = Type.Object(
	{
		hours: Nullable(Type.Integer({ minimum: 1, maximum: 720 }), {
			description: 'Hours without notices of it; null: not muted.',
		}),
	},
	{ additionalProperties: false },
);

export const NoFields = Type.Object({}, { additionalProperties: false });

export const SentMail = Type.Object({
	to: Type.Array(Type.String()),
	refused: Type.Array(Type.String(), { description: 'Recipients that the mail server refused.' }),
});
export type SentMail = Static<typeof SentMail>;
