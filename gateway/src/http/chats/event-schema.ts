import { Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { idPattern } from '../../domain/ids.ts';
import { AnyObject, IdOf, Limit, OneOf, Timestamp } from '../server/schemas/fields.ts';

export const ChatEvent = Type.Object({
	eventId: IdOf('evt', 'The event.'),
	kind: OneOf(EVENT_KINDS),
	at: Timestamp,
	payload: AnyObject({ description: 'What webhooks get: event, timestamp, eventId, data.' }),
});

const Time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const ChatEventsQuery = Type.Object(
	{
		instanceId: Type.String({ minLength: 1, maxLength: 64, description: 'Whose chat.' }),
		kind: Type.Optional(OneOf(EVENT_KINDS, { description: 'Only events of this kind.' })),
		from: Time('Only events from this time on.'),
		to: Time('Only events before this time.'),
		limit: Limit,
		before: Type.Optional(
			Type.String({ pattern: idPattern('evt'), description: 'An eventId: only strictly older events.' }),
		),
	},
	{ additionalProperties: false },
);
