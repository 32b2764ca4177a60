import { Type, type TSchema } from 'typebox';
import { EVENT_KINDS, SPECIFIED_KINDS, type EventKind } from '../../domain/events/event-kind.ts';
import { EXTENSION, IdOf, OneOf, Timestamp } from '../server/schemas/fields.ts';
import { EVENT_DATA } from './event-schemas.ts';

/** The schema of an event of this kind, as the gateway posts it to a webhook. */
function envelopeOf(kind: EventKind, data: TSchema) {
	const extension = (SPECIFIED_KINDS as readonly EventKind[]).includes(kind) ? {} : EXTENSION;
	return Type.Object(
		{
			event: OneOf([kind]),
			timestamp: Timestamp,
			eventId: IdOf('evt', 'The event: the same on every attempt and for every webhook.'),
			data,
			test: Type.Optional(
				Type.Boolean({ description: 'true on an event of POST /v1/webhooks/{id}/test.', ...EXTENSION }),
			),
		},
		extension,
	);
}

/** The body of the request to a webhook, by event kind. */
export const EVENT_ENVELOPES: ReadonlyMap<EventKind, TSchema> = new Map(
	EVENT_KINDS.map((kind) => [kind, envelopeOf(kind, EVENT_DATA[kind])]),
);
