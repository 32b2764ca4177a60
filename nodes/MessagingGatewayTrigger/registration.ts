import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { createSecret } from '../MessagingGateway/delivery/secret';
import { gatewayRequest, gatewayRequestIgnoring } from '../MessagingGateway/transport/request';
import type { Filters } from './filters';
import { textRegex, invalidEntries } from './filters';
import { UnsupportedRegex } from './regex/parseRegex';
import type { Listener } from './storedRegistrations';
import { storedRegistrations } from './storedRegistrations';

/** The fields of a webhook that the trigger compares (specification: Webhooks). */
interface Webhook {
	id: string;
	url: string;
	instanceId?: string | null;
	events: string[];
	status: string;
	collect?: { seconds: number } | null;
	/** Missing in the response of the list. */
	secret?: string;
}

/** The webhook that the parameters of the node require. Without `instanceId` it receives events of all instances. */
interface DesiredWebhook {
	url: string;
	events: string[];
	instanceId?: string;
	/** The gateway joins the messages of a chat that come within this silence; null: each is delivered alone. */
	collect: { seconds: number } | null;
}

/**
 * Returns whether the gateway has the webhook that this node requires: with the stored ID and secret, the same URL,
 * events, instance and time of collecting, and active. A webhook with another secret counts as missing, because the node would reject its
 * deliveries. n8n calls this before every `create`.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const stored = storedRegistrations(context)[listenerOf(context)];
	if (!stored?.secret) return false;
	const found = await gatewayRequestIgnoring<{ data: Webhook }>(context, 'webhook_not_found', {
		method: 'GET',
		path: webhookPath(stored.webhookId),
	});
	const desired = desiredWebhook(context);
	return (
		found !== undefined &&
		found.data.secret === stored.secret &&
		found.data.url === desired.url &&
		found.data.status === 'active' &&
		hasSameInstance(found.data, desired) &&
		found.data.collect?.seconds === desired.collect?.seconds &&
		hasSameEvents(found.data, desired)
	);
}

/**
 * Registers the webhook with a new secret (POST /v1/webhooks), or updates an existing one with this URL
 * (PUT /v1/webhooks/{id}), so that lost static data does not lead to a second webhook. Stores ID and secret, then deletes
 * other webhooks with this URL. Never changes a webhook with another URL, not even the stored one: after the database of
 * an n8n was copied, that belongs to the other n8n. Throws a NodeOperationError for invalid parameters.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const desired = desiredWebhook(context);
	if (desired.events.length === 0) {
		throw new NodeOperationError(context.getNode(), 'No events selected', {
			description: 'Select at least one event that starts the workflow.',
		});
	}
	assertValidFilters(context);
	const candidates = await listWebhooks(context, desired.url);
	const existing = candidates.find((webhook) => hasSameInstance(webhook, desired));

	const listener = listenerOf(context);
	const secret = createSecret();
	const { url, events, collect } = desired;
	const content = { url, events, collect, secret, name: webhookName(context, listener) };
	const { data } = await gatewayRequest<{ data: Webhook }>(
		context,
		existing
			? { method: 'PUT', path: webhookPath(existing.id), body: { ...content, status: 'active' } }
			: {
					method: 'POST',
					path: '/v1/webhooks',
					body: { ...content, ...(desired.instanceId && { instanceId: desired.instanceId }) },
				},
	);
	storedRegistrations(context)[listener] = { webhookId: data.id, secret, url: desired.url };

	const duplicates = candidates.filter(({ id }) => id !== data.id);
	await deleteWebhooks(context, duplicates);
	return true;
}

/**
 * Deletes every webhook with this URL, stored or not, and the stored registration. A webhook that does not exist is not
 * an error. n8n does not say whether the test or the production listener ends, so the URL identifies it.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const url = webhookUrl(context);
	await deleteWebhooks(context, await listWebhooks(context, url));

	const registrations = storedRegistrations(context);
	for (const listener of ['production', 'test'] as const) {
		if (registrations[listener]?.url === url) delete registrations[listener];
	}
	return true;
}

/** Throws a NodeOperationError for a filter that cannot match anything, so that users see it on activation. */
function assertValidFilters(context: IHookFunctions): void {
	const filters = context.getNodeParameter('filters', {}) as Filters;
	const [unknown] = invalidEntries(filters);
	if (unknown !== undefined) {
		throw new NodeOperationError(context.getNode(), `"${unknown}" in the filters is not a phone number`, {
			description:
				'Enter the number with its country code, e.g. +49 151 23456789. Chats also accepts chat IDs.',
		});
	}
	try {
		textRegex(filters);
	} catch (error) {
		if (error instanceof UnsupportedRegex) {
			throw new NodeOperationError(
				context.getNode(),
				`The filter Text Matches Regex has ${error.message}, which is not supported`,
				{
					description:
						'Without it, a message of a stranger cannot block n8n. Simplify the expression, or test the text in the workflow.',
				},
			);
		}
		throw new NodeOperationError(
			context.getNode(),
			'The filter Text Matches Regex is not a valid regular expression',
			{
				description: 'Correct it, e.g. ^order\\s+\\d+$, or use Text Contains.',
			},
		);
	}
}

/** n8n activates only test listeners manually. */
function listenerOf(context: IHookFunctions): Listener {
	return context.getActivationMode() === 'manual' ? 'test' : 'production';
}

function desiredWebhook(context: IHookFunctions): DesiredWebhook {
	const instanceId = context.getNodeParameter('instanceId', '', { extractValue: true }) as string;
	const seconds = context.getNodeParameter('options.collectSeconds', 0) as number;
	return {
		url: webhookUrl(context),
		events: context.getNodeParameter('events') as string[],
		...(instanceId && { instanceId }),
		collect: seconds > 0 ? { seconds: Math.ceil(seconds) } : null,
	};
}

function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n has no webhook URL for this node', {
		description: 'Save the workflow, then activate it again.',
	});
}

function webhookName(context: IHookFunctions, listener: Listener): string {
	const prefix = listener === 'test' ? 'n8n test' : 'n8n';
	return `${prefix}: ${context.getWorkflow().name ?? context.getNode().name}`;
}

function webhookPath(webhookId: string): string {
	return `/v1/webhooks/${encodeURIComponent(webhookId)}`;
}

/** Returns the webhooks with this URL, normally at most one. */
async function listWebhooks(context: IHookFunctions, url: string): Promise<Webhook[]> {
	const request = { method: 'GET', path: '/v1/webhooks' } as const;
	const { data } = await gatewayRequest<{ data: Webhook[] }>(context, request);
	return data.filter((webhook) => webhook.url === url);
}

async function deleteWebhooks(context: IHookFunctions, webhooks: Webhook[]): Promise<void> {
	for (const { id } of webhooks) {
		await gatewayRequestIgnoring(context, 'webhook_not_found', { method: 'DELETE', path: webhookPath(id) });
	}
}

function hasSameInstance(webhook: Webhook, desired: DesiredWebhook): boolean {
	return (webhook.instanceId ?? undefined) === desired.instanceId;
}

function hasSameEvents(webhook: Webhook, desired: DesiredWebhook): boolean {
	const registered = new Set(webhook.events);
	return (
		new Set(desired.events).size === registered.size && desired.events.every((event) => registered.has(event))
	);
}
