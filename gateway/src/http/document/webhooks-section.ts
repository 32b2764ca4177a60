import type { EventKind } from '../../domain/events/event-kind.ts';
import { EVENT_ENVELOPES } from '../webhooks/event-envelopes.ts';
import { EVENT_DATA } from '../webhooks/event-schemas.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import { pascalCase } from './json.ts';
import { reference } from './name-schemas.ts';

/** `message.received` as the name of a type: `MessageReceived`. */
const nameOf = (kind: EventKind) => pascalCase(kind);

/** The schemas of all events, by name: `MessageReceivedEvent` with its `MessageReceivedData`. */
export function eventSchemas(): ReadonlyMap<string, JsonObject> {
	const schemas = [...EVENT_ENVELOPES].flatMap(([kind, envelope]): [string, JsonObject][] => [
		[`${nameOf(kind)}Event`, envelope as unknown as JsonObject],
		[`${nameOf(kind)}Data`, EVENT_DATA[kind] as unknown as JsonObject],
	]);
	return new Map(schemas);
}

/** Any event: the property `event` says which. */
export function anyEvent(): JsonObject {
	return { oneOf: [...EVENT_ENVELOPES.keys()].map((kind) => reference(`${nameOf(kind)}Event`)) };
}

const text = { type: 'string' };

/** The headers of a request to a webhook. */
export const WEBHOOK_PARAMETERS = {
	WebhookSignature: {
		name: 'x-service-signature',
		in: 'header',
		required: true,
		description: 'sha256= and the HMAC-SHA-256 of the body under the secret, in lower case hexadecimal.',
		schema: text,
	},
	WebhookAttempt: {
		name: 'x-service-attempt',
		in: 'header',
		required: true,
		description: 'Number of this attempt, counted from 1.',
		schema: { type: 'integer' },
		'x-extension': true,
	},
	StandardWebhookId: {
		name: 'webhook-id',
		in: 'header',
		required: true,
		description: 'The event, as Standard Webhooks names it.',
		schema: text,
		'x-extension': true,
	},
	StandardWebhookTimestamp: {
		name: 'webhook-timestamp',
		in: 'header',
		required: true,
		description: 'Unix seconds of this attempt, of Standard Webhooks.',
		schema: text,
		'x-extension': true,
	},
	StandardWebhookSignature: {
		name: 'webhook-signature',
		in: 'header',
		required: true,
		description: 'Signatures of Standard Webhooks, with spaces between them.',
		schema: text,
		'x-extension': true,
	},
};

const PARAMETERS = Object.keys(WEBHOOK_PARAMETERS).map((name) => ({
	$ref: `#/components/parameters/${name}`,
}));

const RESPONSES = {
	'2XX': { description: 'Accepted, within 5 seconds. Any other status is tried again, six times in all.' },
	'410': { description: 'The receiver is gone: the webhook becomes inactive.' },
};

const TAG = 'Webhooks';

/** The `webhooks` section: the requests that the gateway sends to the URLs of webhooks. */
export function webhooksSection(): JsonObject {
	const requests = [...EVENT_ENVELOPES].map(([kind, envelope]): [string, JsonObject] => {
		const extension = 'x-extension' in envelope ? { 'x-extension': true } : {};
		const operation = {
			tags: [TAG],
			operationId: `on${nameOf(kind)}`,
			summary: `The event ${kind}`,
			...extension,
			security: [],
			parameters: PARAMETERS,
			requestBody: {
				required: true,
				content: { 'application/json': { schema: reference(`${nameOf(kind)}Event`) } },
			},
			responses: RESPONSES,
		};
		return [kind, { post: operation }];
	});
	return Object.fromEntries(requests);
}
