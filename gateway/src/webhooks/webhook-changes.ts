import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../domain/error.ts';
import type { EventSelector } from '../domain/event.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import type { Sealer } from '../lib/sealer.ts';
import type { WebhookRow } from '../store/schema.ts';
import { kindsOf, selectorsOf } from '../store/webhooks/webhooks.ts';
import type { WebhookChanges } from './manage-webhook.ts';
import { unsealWebhookSecret } from './secret.ts';

/** A webhook as a client gives it: with all fields that it got, or with those that it wants to change. */
export interface GivenWebhook {
	id?: string;
	instanceId?: string | null;
	url?: string;
	events?: readonly EventSelector[];
	secret?: string | null;
	name?: string | null;
	status?: WebhookStatus;
}

/**
 * Returns the fields that differ from those of the webhook, so that a client can send back what it got and changed;
 * a secret that it could not see is null and stays. Throws invalid_parameters for another id or instance, and
 * CannotUnseal.
 */
export function webhookChanges(row: WebhookRow, given: GivenWebhook, sealer: Sealer): WebhookChanges {
	assertSame('id', given.id, row.id);
	assertSame('instanceId', given.instanceId, row.instance_id);
	const { url, events, secret, name, status } = given;
	const changes: WebhookChanges = {};
	if (url !== undefined && url !== row.url) changes.url = url;
	if (events !== undefined && !isShown(events, row)) changes.events = events;
	if (secret !== undefined && secret !== null && secret !== unsealWebhookSecret(sealer, row.id, row.secret))
		changes.secret = secret;
	if (name !== undefined && name !== row.name) changes.name = name;
	if (status !== undefined && status !== row.status) changes.status = status;
	return changes;
}

/** Whether these are the events that the webhook shows. */
function isShown(events: readonly EventSelector[], row: WebhookRow): boolean {
	return isDeepStrictEqual(events, selectorsOf(row)) || isDeepStrictEqual(events, kindsOf(row));
}

function assertSame(field: string, given: string | null | undefined, own: string | null): void {
	if (given === undefined || given === own) return;
	throw new GatewayError(
		'invalid_parameters',
		`"${field}" of a webhook cannot change. Create another webhook with POST /v1/webhooks instead.`,
	);
}
