import { Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { idPattern } from '../../domain/ids.ts';
import { DELIVERY_LOG_STATUSES } from '../../domain/webhooks/webhook.ts';
import { listDeliveryLog } from '../../store/webhooks/deliveries/delivery-log.ts';
import { webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { testWebhook } from '../../webhooks/management/test-webhook.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	EXTENSION,
	IdOf,
	Limit,
	Nullable,
	OneOf,
	Timestamp,
	withErrorCode,
} from '../server/schemas/fields.ts';
import { deliveryLogView } from './view.ts';

const OneWebhook = Type.Object({ webhookId: IdOf('wh', 'The webhook.') });
const NullableInteger = Nullable(Type.Integer());

const LogEntry = Type.Object({
	id: IdOf('dlv', 'The delivery.'),
	event: OneOf(EVENT_KINDS),
	status: OneOf(DELIVERY_LOG_STATUSES),
	statusCode: NullableInteger,
	responseTime: Type.Integer({ description: 'Milliseconds of the latest attempt.' }),
	timestamp: Timestamp,
});

const Log = Type.Object({ success: Type.Boolean({ ...EXTENSION }), data: Type.Array(LogEntry) });

const TestBody = Type.Object(
	{ event: OneOf(EVENT_KINDS, withErrorCode('invalid_webhook_events')) },
	{ additionalProperties: false },
);

const TestResult = Type.Object({
	deliveryId: IdOf('dlv', 'The delivery.'),
	eventId: IdOf('evt', 'The sample event.'),
	statusCode: NullableInteger,
	responseTime: NullableInteger,
	status: OneOf(DELIVERY_LOG_STATUSES),
});

const LogQuery = Type.Object(
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

export const webhookDeliveryRoutes: Routes<'store' | 'clock' | 'newId' | 'attemptWaiters'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path' });

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/test',
		access: 'webhooks:write',
		operationId: 'testWebhook',
		summary: 'Deliver a sample event, and return the outcome of its first attempt',
		description: 'An event of messages needs the scope messages:read too.',
		params: OneWebhook,
		body: TestBody,
		data: TestResult,
		errors: ['invalid_webhook_events', 'webhook_not_found'],
		handler: (request) => testWebhook(deps, request.params.webhookId, request.body.event, callerOf(request)),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/logs',
		access: 'webhooks:read',
		operationId: 'listWebhookLogs',
		summary: 'List the delivery log, newest first',
		params: OneWebhook,
		querystring: LogQuery,
		response: Log,
		errors: ['webhook_not_found'],
		handler: async ({ params, query: { limit = 50, before = null } }) => {
			const { id } = await webhookOrThrow(store.read, params.webhookId);
			const entries = await listDeliveryLog(store.read, id, { before, limit });
			return { success: true, data: entries.map(deliveryLogView) };
		},
	});
	return Promise.resolve();
};
