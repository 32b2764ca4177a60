import type { Caller } from '../../domain/access/caller.ts';
import { selectedKinds, type EventSelector } from '../../domain/events/event-kind.ts';
import type { WebhookStatus } from '../../domain/webhooks/webhook.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { NewWebhookRow, WebhookRow } from '../../store/schema.ts';
import { forgetFailures } from '../../store/webhooks/last-deliveries.ts';
import { updateWebhook as updateRow } from '../../store/webhooks/webhooks.ts';
import { cancelWebhookDeliveries } from '../queues/clean-up.ts';
import { lockedRegisteredWebhookOrThrow, registeredWebhookOrThrow } from './find-webhook.ts';
import { assertMayRedirect } from './message-permission.ts';
import { resumeWebhook } from '../health/resume-webhook.ts';
import { sealWebhookSecret } from '../signing/secret.ts';
import { settingsColumns, type WebhookSettings, withoutEmptyFilterParts } from './webhook-settings.ts';
import { checkWebhookUrl } from './webhook-url.ts';
import type { WebhookDeps } from './webhook-deps.ts';

export interface WebhookChanges extends Partial<WebhookSettings> {
	url?: string;
	events?: readonly EventSelector[];
	secret?: string;
	name?: string | null;
	status?: WebhookStatus;
}

/**
 * Updates a webhook, and cancels its pending deliveries when it is inactive afterwards; the status `active` resumes a
 * paused one. A new secret replaces the previous one at once, unlike rotateSecret(). Throws insufficient_permissions,
 * invalid_webhook_url, webhook_not_found. (Specification, PUT /v1/webhooks/{id}.)
 */
export async function updateWebhook(
	{ store, clock, newId, guard, sealer }: WebhookDeps,
	id: string,
	changes: WebhookChanges,
	caller: Caller,
): Promise<WebhookRow> {
	if (changes.url !== undefined) await checkWebhookUrl(guard, changes.url);
	const { secret, ...others } = withoutEmptyFilterParts(changes);
	const { actor } = caller;
	const details = secret === undefined ? others : { ...others, secret: 'changed' };
	const at = clock.now();
	const newKinds = changes.events === undefined ? [] : selectedKinds(changes.events);
	const row = await store.commit(async (scope) => {
		const { db } = scope;
		const webhook = await lockedRegisteredWebhookOrThrow(db, id);
		if (redirects(changes)) await assertMayRedirect(db, caller, webhook, newKinds);
		const columns = {
			...changedColumns(others),
			...(secret === undefined
				? {}
				: {
						secret: sealWebhookSecret(sealer, webhook.id, secret),
						previous_secret: null,
						previous_secret_expires_at: null,
					}),
		};
		if (Object.keys(columns).length > 0) await updateRow(db, webhook.id, columns);
		// The failures at an earlier URL say nothing about the new one.
		if (changes.url !== undefined) await forgetFailures(db, webhook.id);
		scope.emit({ kind: 'webhook_changed' });
		if (changes.status === 'active') await resumeWebhook(scope, webhook);
		else if (changesQueues(changes)) scope.emit({ kind: 'delivery_due' });
		await recordAudit(db, newId, { actor, at }, { action: 'webhook.updated', target: webhook.id, details });
		return registeredWebhookOrThrow(db, id);
	});
	if (row.status === 'inactive') await cancelWebhookDeliveries(store, clock, row.id);
	return row;
}

/** Returns the columns that a change names, except those of the secret. */
function changedColumns({
	url,
	events,
	name,
	status,
	...settings
}: Omit<WebhookChanges, 'secret'>): Partial<Omit<NewWebhookRow, 'id'>> {
	return {
		...(url === undefined ? {} : { url }),
		...(events === undefined ? {} : { events: JSON.stringify(events) }),
		...(name === undefined ? {} : { name }),
		...(status === undefined ? {} : { status, paused_at: null }),
		...settingsColumns(settings),
	};
}

/** Whether changes decide where events go, or who can verify them. */
function redirects({ url, events, secret, filter, status }: WebhookChanges): boolean {
	// The filter counts, because which messages it leaves out reveals what is in them.
	return [url, events, secret, filter].some((value) => value !== undefined) || status === 'active';
}

/** Whether changes decide which deliveries wait, so that the workers have to read the queues of the webhook again. */
function changesQueues({ ordered, collect, ratePerSecond }: WebhookChanges): boolean {
	return [ordered, collect, ratePerSecond].some((value) => value !== undefined);
}
