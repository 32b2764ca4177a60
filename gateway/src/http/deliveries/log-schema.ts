import { Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { idPattern } from '../../domain/ids.ts';
import { DELIVERY_LOG_STATUSES } from '../../domain/webhooks/webhook.ts';
import {
	EXTENSION,
	IdOf,
	Limit,
	Nullable,
	OneOf,
	Timestamp,
	withErrorCode,
} from '../server/schemas/fields.ts';

const NullableInteger = Nullable(Type.Integer());

const LogEntry = Type.Object({
	id: IdOf('dlv', 'The delivery.'),
	event: OneOf(EVENT_KINDS),
	status: OneOf(DELIVERY_LOG_STATUSES),
	statusCode: NullableInteger,
	responseTime: Type.Integer({ description: 'Milliseconds of the latest attempt.' }),
	timestamp: Timestamp,
});

export const Log = Type.Object({ success: Type.Boolean({ ...EXTENSION }), data: Type.Array(LogEntry) });

export const TestBody = Type.Object(
	{ event: OneOf(EVENT_KINDS, withErrorCode('invalid_webhook_events')) },
	{ additionalProperties: false },
);

export const TestResult = Type.Object({
	deliveryId: IdOf('dlv', 'The delivery.'),
	eventId: IdOf('evt', 'The sample event.'),
	statusCode: NullableInteger,
	responseTime: NullableInteger,
	status: OneOf(DELIVERY_LOG_STATUSES),
});

export const LogQuery = Type.Object(
	{
		limit: Limit,
		before: Type.Optional(
			Type.String({
				pattern: idPattern('dlv'),
				description: 'The id of an entry: only strictly older ones.',
				...EXTENSION,
			}),
		),
	},
	{ additionalProperties: false },
);
