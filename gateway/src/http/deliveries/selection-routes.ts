import { GatewayError } from '../../domain/error.ts';
import { previewRetry, type Selection } from '../../webhooks/deliveries/preview.ts';
import { retryDeliveries } from '../../webhooks/deliveries/redeliver.ts';
import { sendTest } from '../../webhooks/deliveries/send-test.ts';
import { skipDeliveries } from '../../webhooks/deliveries/skip.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { OneDelivery, OneWebhook } from './params.ts';
import { Skipped } from './queue-schema.ts';
import { PreviewBody, Retried, RetryPreview, SelectionBody, SentTest, TestDeliveryBody } from './schema.ts';
import { previewView, sentTestView } from './view.ts';

/** Many deliveries at once, and a delivery sent again with another payload (additions). */
export const selectionRoutes: Routes<'store' | 'clock' | 'newId' | 'receivers'> = (app, deps) => {
	const { store, clock } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path', extension: true });

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/preview',
		access: 'webhooks:read',
		operationId: 'previewRetry',
		summary: 'Preview a retry of deliveries, or the recovery of a period',
		description: 'Give either deliveryIds or since. The request changes nothing.',
		params: OneWebhook,
		body: PreviewBody,
		data: RetryPreview,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const context = { caller: callerOf(request), now: clock.now() };
			const selection = selectionOf(request.body);
			return previewView(await previewRetry(store.read, request.params.webhookId, selection, context));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/retry',
		access: 'webhooks:write',
		operationId: 'retryDeliveries',
		summary: 'Redeliver many deliveries now, waiting ones included',
		description:
			'As the retry of one delivery. The gateway ignores ids that the webhook does not have. Events of messages need the scope messages:read too.',
		params: OneWebhook,
		body: SelectionBody,
		data: Retried,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			return { retried: await retryDeliveries(deps, params.webhookId, body.deliveryIds, callerOf(request)) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/skip',
		access: 'webhooks:write',
		operationId: 'skipDeliveries',
		summary: 'Cancel many deliveries; finished ones and those being attempted stay unchanged',
		params: OneWebhook,
		body: SelectionBody,
		data: Skipped,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			return { skipped: await skipDeliveries(deps, params.webhookId, body.deliveryIds, callerOf(request)) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/:deliveryId/test',
		access: 'webhooks:write',
		operationId: 'testDelivery',
		summary: 'Send another payload once to the webhook of a delivery, signed and marked as a test',
		description:
			'The request has an event id of its own and test: true. The gateway does not store, count or retry it. An event of messages needs the scope messages:read too.',
		params: OneDelivery,
		body: TestDeliveryBody,
		data: SentTest,
		errors: ['webhook_not_found', 'not_found'],
		handler: async (request) => {
			const { params, body } = request;
			return sentTestView(await sendTest(deps, params, body.payload, callerOf(request)));
		},
	});
	return Promise.resolve();
};

/** Throws invalid_parameters unless there is either a list of ids or a period. */
function selectionOf({
	deliveryIds,
	since,
	until,
}: {
	deliveryIds?: string[];
	since?: string;
	until?: string;
}): Selection {
	if (deliveryIds !== undefined && since === undefined && until === undefined) return { deliveryIds };
	if (deliveryIds === undefined && since !== undefined) {
		return until === undefined ? { since } : { since, until };
	}
	throw new GatewayError(
		'invalid_parameters',
		'Give either "deliveryIds" or "since", with or without "until".',
	);
}
