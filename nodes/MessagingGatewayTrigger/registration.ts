import { randomBytes } from 'node:crypto';

import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { gatewayRequest, gatewayRequestUnless } from '../MessagingGateway/transport/request';
import type { Filters } from './filters';
import { regexOf, unknownEntries } from './filters';
import type { Listener } from './storedRegistrations';
import { storedRegistrations } from './storedRegistrations';

/** A webhook of the gateway, as far as the trigger compares it (specification: Webhooks). */
interface Webhook {
	id: string;
	url: string;
	instanceId?: string | null;
	events: string[];
	status: string;
	/** Missing in the list. */
	secret?: string;
}

/** What the node wants from the gateway by its parameters. Without an instance: the events of all. */
interface Wanted {
	url: string;
	events: string[];
	instanceId?: string;
}

/**
 * Tells whether the gateway holds the webhook just as this node wants it: the stored ID and secret, with the same
 * URL, events and instance, and active. Without a stored secret it is no use, so that counts as absent; a secret
 * that somebody has rotated or changed would soon refuse every delivery. n8n asks before every `create`.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const stored = storedRegistrations(context)[listenerOf(context)];
	if (!stored?.secret) return false;
	const found = await gatewayRequestUnless<{ data: Webhook }>(context, 'webhook_not_found', {
		method: 'GET',
		path: webhookPath(stored.webhookId),
	});
	const wanted = wantedOf(context);
	return (
		found !== undefined &&
		found.data.secret === stored.secret &&
		found.data.url === wanted.url &&
		found.data.status === 'active' &&
		hasSameInstance(found.data, wanted) &&
		hasSameEvents(found.data, wanted)
	);
}

/**
 * Registers the webhook with a new secret (POST /v1/webhooks), or brings the one that has this URL already up to
 * date (PUT /v1/webhooks/{id}): after lost or outdated static data there is still one, never two. Its ID and
 * secret are stored first; then what else has this URL is deleted. A webhook with another URL is never touched,
 * not even a stored one: in a copy of an n8n's database it is the webhook of the other n8n.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const wanted = wantedOf(context);
	if (wanted.events.length === 0) {
		throw new NodeOperationError(context.getNode(), 'No events are chosen', {
			description: 'Choose at least one event that starts the workflow.',
		});
	}
	refuseBrokenFilter(context);
	const ours = await listWebhooks(context, wanted.url);
	const kept = ours.find((webhook) => hasSameInstance(webhook, wanted));

	const listener = listenerOf(context);
	const secret = randomBytes(32).toString('hex');
	const content = { url: wanted.url, events: wanted.events, secret, name: webhookName(context, listener) };
	const { data } = await gatewayRequest<{ data: Webhook }>(
		context,
		kept
			? { method: 'PUT', path: webhookPath(kept.id), body: { ...content, status: 'active' } }
			: {
					method: 'POST',
					path: '/v1/webhooks',
					body: { ...content, ...(wanted.instanceId && { instanceId: wanted.instanceId }) },
				},
	);
	storedRegistrations(context)[listener] = { webhookId: data.id, secret, url: wanted.url };

	const duplicates = ours.filter(({ id }) => id !== data.id);
	await deleteWebhooks(context, duplicates);
	return true;
}

/**
 * Removes every webhook with this URL from the gateway, the stored one or not, and forgets its secret. One that
 * is gone already is no error. n8n does not say here whether a test or the production listener ends; the URL does.
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

/** A filter that can match nothing must not be found out by messages that start nothing. */
function refuseBrokenFilter(context: IHookFunctions): void {
	const filters = context.getNodeParameter('filters', {}) as Filters;
	const [unknown] = unknownEntries(filters);
	if (unknown !== undefined) {
		throw new NodeOperationError(context.getNode(), `"${unknown}" in the filters is not a phone number`, {
			description:
				'Enter the number with its country code, e.g. +49 151 23456789. Under Chats, a chatId does as well.',
		});
	}
	try {
		regexOf(filters);
	} catch {
		throw new NodeOperationError(
			context.getNode(),
			'The filter Text Matches Regex is no regular expression',
			{
				description: 'Correct it, e.g. ^order\\s+\\d+$, or use Text Contains.',
			},
		);
	}
}

/** A test listen is the only activation that a person starts by hand. */
function listenerOf(context: IHookFunctions): Listener {
	return context.getActivationMode() === 'manual' ? 'test' : 'production';
}

function wantedOf(context: IHookFunctions): Wanted {
	const instanceId = context.getNodeParameter('instanceId', '', { extractValue: true }) as string;
	return {
		url: webhookUrl(context),
		events: context.getNodeParameter('events') as string[],
		...(instanceId && { instanceId }),
	};
}

function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n gives no webhook URL for this node', {
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

/** The webhooks of the gateway that have this URL: one at most, unless something went wrong before. */
async function listWebhooks(context: IHookFunctions, url: string): Promise<Webhook[]> {
	const request = { method: 'GET', path: '/v1/webhooks' } as const;
	const { data } = await gatewayRequest<{ data: Webhook[] }>(context, request);
	return data.filter((webhook) => webhook.url === url);
}

async function deleteWebhooks(context: IHookFunctions, webhooks: Webhook[]): Promise<void> {
	for (const { id } of webhooks) {
		await gatewayRequestUnless(context, 'webhook_not_found', { method: 'DELETE', path: webhookPath(id) });
	}
}

function hasSameInstance(webhook: Webhook, wanted: Wanted): boolean {
	return (webhook.instanceId ?? undefined) === wanted.instanceId;
}

function hasSameEvents(webhook: Webhook, wanted: Wanted): boolean {
	const registered = new Set(webhook.events);
	return (
		new Set(wanted.events).size === registered.size && wanted.events.every((kind) => registered.has(kind))
	);
}
