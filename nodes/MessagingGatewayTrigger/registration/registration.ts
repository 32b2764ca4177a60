import type { IHookFunctions } from 'n8n-workflow';

import { createSecret } from '../../MessagingGateway/delivery/secret';
import type { GatewayRequest } from '../../MessagingGateway/transport/request';
import { gatewayRequest, gatewayRequestIgnoring } from '../../MessagingGateway/transport/request';
import type { Listener } from '../storedRegistrations';
import { storedRegistrations } from '../storedRegistrations';
import type { Webhook } from './desiredWebhook';
import {
	assertReachable,
	assertValidParameters,
	desiredWebhook,
	hasSameInstance,
	isUpToDate,
	webhookUrl,
} from './desiredWebhook';
import { isAfterFailure } from './failedActivations';
import { refusedUrl } from './refusedUrl';

/**
 * Returns whether the gateway has the webhook that this node requires: with the stored ID and secret and the settings of
 * the node. A webhook with another secret counts as missing, because the node would reject its deliveries. n8n calls this
 * before every `create`.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const stored = storedRegistrations(context)[listenerOf(context)];
	if (!stored?.secret) return false;
	const found = await gatewayRequestIgnoring<{ data: Webhook }>(context, 'webhook_not_found', {
		method: 'GET',
		path: webhookPath(stored.webhookId),
	});
	return found?.data.secret === stored.secret && isUpToDate(found.data, desiredWebhook(context));
}

/**
 * Registers the webhook with a new secret (POST /v1/webhooks), or updates an existing one with this URL
 * (PUT /v1/webhooks/{id}), so that lost static data does not lead to a second webhook. Stores ID and secret, then deletes
 * other webhooks with this URL. Never changes a webhook with another URL, not even the stored one: after the database of
 * an n8n was copied, that belongs to the other n8n. Throws a NodeOperationError for invalid parameters, and
 * for a URL that n8n does not serve.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const desired = desiredWebhook(context);
	assertValidParameters(context, desired);
	assertReachable(context, desired);
	const candidates = await listWebhooks(context, desired.url);
	const existing = candidates.find((webhook) => hasSameInstance(webhook, desired));

	const listener = listenerOf(context);
	const secret = createSecret();
	const { instanceId, ...settings } = desired;
	const content = { ...settings, secret, name: webhookName(context, listener) };
	const data = await saveWebhook(
		context,
		existing
			? { method: 'PUT', path: webhookPath(existing.id), body: { ...content, status: 'active' } }
			: { method: 'POST', path: '/v1/webhooks', body: { ...content, ...(instanceId && { instanceId }) } },
	);
	storedRegistrations(context)[listener] = { webhookId: data.id, secret, url: desired.url };

	const duplicates = candidates.filter(({ id }) => id !== data.id);
	await deleteWebhooks(context, duplicates, { keepDeliveries: false });
	return true;
}

/**
 * Deletes every webhook with this URL, stored or not, and the stored registration. A webhook that does not exist is not
 * an error. n8n does not say whether the test or the production listener ends, so the URL identifies it. Leaves the
 * webhook alone when n8n calls this because an activation failed. n8n also calls it, and then `create`, when a changed
 * workflow is published: the gateway keeps the pending deliveries of the production webhook for a minute.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	if (isAfterFailure(context)) return true;
	const url = webhookUrl(context);
	const registrations = storedRegistrations(context);
	const isProduction = registrations.production?.url === url;
	await deleteWebhooks(context, await listWebhooks(context, url), { keepDeliveries: isProduction });

	for (const listener of ['production', 'test'] as const) {
		if (registrations[listener]?.url === url) delete registrations[listener];
	}
	return true;
}

/** n8n activates only test listeners manually. */
function listenerOf(context: IHookFunctions): Listener {
	return context.getActivationMode() === 'manual' ? 'test' : 'production';
}

function webhookName(context: IHookFunctions, listener: Listener): string {
	const prefix = listener === 'test' ? 'n8n test' : 'n8n';
	return `${prefix}: ${context.getWorkflow().name ?? context.getNode().name}`;
}

function webhookPath(webhookId: string): string {
	return `/v1/webhooks/${encodeURIComponent(webhookId)}`;
}

/** Returns the saved webhook. Throws a NodeOperationError that says what to do when the gateway refuses its URL. */
async function saveWebhook(context: IHookFunctions, request: GatewayRequest): Promise<Webhook> {
	const saved = await gatewayRequestIgnoring<{ data: Webhook }>(context, 'invalid_webhook_url', request);
	if (saved) return saved.data;
	throw refusedUrl(context.getNode(), webhookUrl(context));
}

/** Returns the webhooks with this URL, normally at most one. */
async function listWebhooks(context: IHookFunctions, url: string): Promise<Webhook[]> {
	const request = { method: 'GET', path: '/v1/webhooks' } as const;
	const { data } = await gatewayRequest<{ data: Webhook[] }>(context, request);
	return data.filter((webhook) => webhook.url === url);
}

async function deleteWebhooks(
	context: IHookFunctions,
	webhooks: Webhook[],
	{ keepDeliveries }: { keepDeliveries: boolean },
): Promise<void> {
	for (const { id } of webhooks) {
		await gatewayRequestIgnoring(context, 'webhook_not_found', {
			method: 'DELETE',
			path: webhookPath(id),
			...(keepDeliveries && { query: { keepDeliveries: true } }),
		});
	}
}
