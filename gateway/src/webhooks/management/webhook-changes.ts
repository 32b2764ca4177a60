import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { EventSelector } from '../../domain/events/event-kind.ts';
import type { WebhookStatus } from '../../domain/webhooks/webhook.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { kindsOf, selectorsOf } from '../../store/webhooks/webhooks.ts';
import type { WebhookChanges } from './update-webhook.ts';
import { pausedAt, visibleStatus } from '../health/pause.ts';
import { unsealWebhookSecret } from '../signing/secret.ts';
import { settingsOf, type WebhookSettings } from './webhook-settings.ts';

/** The fields of a webhook in a request to change it: all that the client received, or only those to change. */
export interface GivenWebhook extends Partial<WebhookSettings> {
	id?: string;
	instanceId?: string | null;
	url?: string;
	events?: readonly EventSelector[];
	secret?: string | null;
	name?: string | null;
	status?: WebhookStatus;
	pausedAt?: string | null;
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
	const changes: WebhookChanges = changedSettings(row, given);
	if (url !== undefined && url !== row.url) changes.url = url;
	if (events !== undefined && !areShownEvents(events, row)) changes.events = events;
	if (secret !== undefined && secret !== null && secret !== unsealWebhookSecret(sealer, row.id, row.secret))
		changes.secret = secret;
	if (name !== undefined && name !== row.name) changes.name = name;
	if (status !== undefined && !isShownStatus(status, row, given.pausedAt)) changes.status = status;
	return changes;
}

/** Returns the settings that differ from those of the webhook. */
function changedSettings(
	row: WebhookRow,
	{ ordered, collect, filter, ratePerSecond }: GivenWebhook,
): Partial<WebhookSettings> {
	const current = settingsOf(row);
	const changes: Partial<WebhookSettings> = {};
	if (ordered !== undefined && ordered !== current.ordered) changes.ordered = ordered;
	if (collect !== undefined && !isDeepStrictEqual(collect, current.collect)) changes.collect = collect;
	if (filter !== undefined && !isDeepStrictEqual(filter, current.filter)) changes.filter = filter;
	if (ratePerSecond !== undefined && ratePerSecond !== current.ratePerSecond)
		changes.ratePerSecond = ratePerSecond;
	return changes;
}

/**
 * Whether this is the status of the webhook. A paused one is shown as inactive: only with `pausedAt` was that status
 * sent back as it was shown, and without it the webhook is to become inactive.
 */
function isShownStatus(status: WebhookStatus, row: WebhookRow, givenPausedAt?: string | null): boolean {
	const at = pausedAt(row);
	if (at === null || status === 'active') return status === visibleStatus(row);
	return givenPausedAt === timestamp(at);
}

/** Whether these are the events that the webhook shows. */
function areShownEvents(events: readonly EventSelector[], row: WebhookRow): boolean {
	return isDeepStrictEqual(events, selectorsOf(row)) || isDeepStrictEqual(events, kindsOf(row));
}

function assertSame(field: string, given: string | null | undefined, own: string | null): void {
	if (given === undefined || given === own) return;
	throw new GatewayError(
		'invalid_parameters',
		`"${field}" of a webhook cannot change. Create another webhook with POST /v1/webhooks instead.`,
	);
}
