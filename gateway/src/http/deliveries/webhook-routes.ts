import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { EVENT_KINDS } from '../../domain/event.ts';
import { idPattern } from '../../domain/ids.ts';
import { DELIVERY_LOG_STATUSES } from '../../domain/webhook.ts';
import { listDeliveryLog } from '../../store/webhooks/delivery-log.ts';
import { webhookOrThrow } from '../../webhooks/manage-webhook.ts';
import { testWebhook } from '../../webhooks/test-webhook.ts';
import type { Routes } from '../server/dependencies.ts';
import { EXTENSION, IdOf, Limit, Nullable, OneOf, Timestamp, withErrorCode } from '../server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';

const tags = ['Webhooks'];
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

export const webhookDeliveryRoutes: Routes = (app, { store, clock, newId, attemptWaiters }) => {
	app.post(
		'/v1/webhooks/:webhookId/test',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				operationId: 'testWebhook',
				summary: 'Deliver a sample event, and tell what came of its first attempt',
				params: OneWebhook,
				body: TestBody,
				response: {
					200: Data(TestResult),
					...errorResponses(...BODY_ERRORS, 'invalid_webhook_events', 'webhook_not_found'),
				},
			},
		},
		async (request) => {
			const parts = { store, clock, newId, watch: attemptWaiters };
			const data = await testWebhook(parts, request.params.webhookId, request.body.event);
			return { success: true, data };
		},
	);

	app.get(
		'/v1/webhooks/:webhookId/logs',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				operationId: 'listWebhookLogs',
				summary: 'List what was delivered, newest first',
				params: OneWebhook,
				querystring: LogQuery,
				response: {
					200: Type.Object({ success: Type.Boolean({ ...EXTENSION }), data: Type.Array(LogEntry) }),
					...errorResponses('invalid_parameters', 'webhook_not_found'),
				},
			},
		},
		async (request) => {
			const { limit = 50, before = null } = request.query;
			const { id } = await webhookOrThrow(store.read, request.params.webhookId);
			const entries = await listDeliveryLog(store.read, id, { before, limit });
			return {
				success: true,
				data: entries.map(({ at, ...entry }) => ({ ...entry, timestamp: timestamp(at) })),
			};
		},
	);
	return Promise.resolve();
};
