import type { Caller } from '../../domain/access/caller.ts';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { selectedKinds, type EventSelector } from '../../domain/events/event.ts';
import type { InstanceId, NewId, WebhookId } from '../../domain/ids.ts';
import type { WebhookStatus } from '../../domain/webhooks/webhook.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { createOnce, type Created } from '../../store/idempotency/create-once.ts';
import type { IdempotentRequest } from '../../store/idempotency/idempotent-request.ts';
import { findInstance } from '../../store/instances/instances.ts';
import type { NewWebhookRow, WebhookRow } from '../../store/schema.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { Store } from '../../store/store.ts';
import { lockTerminatingWebhook, terminateWebhook } from '../../store/webhooks/terminating-webhooks.ts';
import { forgetFailures } from '../../store/webhooks/last-deliveries.ts';
import {
	deleteWebhook as deleteRow,
	findWebhook,
	insertWebhook,
	updateWebhook as updateRow,
} from '../../store/webhooks/webhooks.ts';
import { cancelWebhookDeliveries } from '../queues/clean-up.ts';
import { lockedRegisteredWebhookOrThrow, registeredWebhookOrThrow } from './find-webhook.ts';
import { assertMayReceive, assertMayRedirect, mayRedirect } from './message-permission.ts';
import { resumeWebhook } from '../health/resume-webhook.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../signing/secret.ts';
import {
	DEFAULT_SETTINGS,
	settingsColumns,
	withoutEmptyParts,
	type WebhookSettings,
} from './webhook-settings.ts';
import { checkWebhookUrl } from './webhook-url.ts';

/** What the operations on webhooks need. Each writes to the audit log in the transaction of its change. */
export interface WebhookDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
	guard: Guard;
	/** Seals the secrets of webhooks. */
	sealer: Sealer;
}

export interface NewWebhook extends Partial<WebhookSettings> {
	url: string;
	/** Empty or absent: the kinds of the specification. */
	events?: readonly EventSelector[];
	/** Absent: the gateway makes one. */
	secret?: string;
	name?: string;
	/** Absent: events of all instances. */
	instanceId?: string;
}

/**
 * Creates a webhook, once for a request with an idempotency key (null: none). Where a webhook with the same URL is
 * terminating, the new one takes over its id and its open deliveries. Throws insufficient_permissions,
 * invalid_webhook_url, invalid_instance, and the errors of createOnce(). (Specification, POST /v1/webhooks.)
 */
export async function createWebhook(
	deps: WebhookDeps,
	webhook: NewWebhook,
	caller: Caller,
	request: IdempotentRequest | null,
): Promise<Created<WebhookRow>> {
	const { clock, newId, entropy, guard, sealer } = deps;
	const { url, events = [], secret, name = null, instanceId = null, ...given } = webhook;
	const settings = normalised(given);
	const { actor } = caller;
	assertMayReceive(caller, selectedKinds(events));
	const at = clock.now();
	const ownSecret = secret ?? makeWebhookSecret(entropy);
	const rowWith = (id: WebhookId): NewWebhookRow => ({
		id,
		role: 'registered',
		name,
		instance_id: instanceId as InstanceId | null,
		url,
		events: JSON.stringify(events),
		secret: sealWebhookSecret(sealer, id, ownSecret),
		status: 'active',
		created_at: at,
		previous_secret: null,
		previous_secret_expires_at: null,
		...settingsColumns({ ...DEFAULT_SETTINGS, ...settings }),
	});
	return createOnce(deps, request, {
		prepare: () => checkWebhookUrl(guard, url),
		create: async (scope) => {
			const { db, emit } = scope;
			if (instanceId !== null && (await findInstance(db, instanceId)) === undefined) {
				throw new GatewayError(
					'invalid_instance',
					'There is no instance with this instanceId. List yours with GET /v1/instances, or leave it out for all.',
				);
			}
			const predecessor = await lockPredecessor(scope, caller, { url, instanceId }, at);
			const id = predecessor?.id ?? newId('wh');
			if (predecessor === null) await insertWebhook(db, rowWith(id));
			else await replaceWebhook(scope, predecessor, rowWith(id));
			// The delivery workers read its rate before its first event.
			emit({ kind: 'delivery_due', webhookIds: [id] });
			const entry = {
				action: 'webhook.created' as const,
				target: id,
				details: { url, events, ...settings },
			};
			await recordAudit(db, newId, { actor, at }, entry);
			return id;
		},
		read: findWebhook,
		notFound: 'webhook_not_found',
	});
}

/**
 * Finds the webhook with the same URL that is terminating and whose deliveries a caller may take over, and locks its row;
 * null: there is none.
 */
async function lockPredecessor(
	{ db }: CommitScope,
	caller: Caller,
	{ url, instanceId }: { url: string; instanceId: string | null },
	now: number,
): Promise<WebhookRow | null> {
	const terminating = await lockTerminatingWebhook(
		db,
		{ url, instanceId: instanceId as InstanceId | null },
		now,
	);
	return terminating !== undefined && (await mayRedirect(db, caller, terminating)) ? terminating : null;
}

/** Turns a terminating webhook into the new one: its open deliveries follow the new settings. */
async function replaceWebhook(
	scope: CommitScope,
	predecessor: WebhookRow,
	{ id, ...columns }: NewWebhookRow,
): Promise<void> {
	await updateRow(scope.db, id, { ...columns, failing_since: null });
	await resumeWebhook(scope, predecessor);
	scope.emit({ kind: 'webhook_changed' });
}

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
	const { secret, ...others } = normalised(changes);
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

/** Returns settings without empty parts of the filter, which mean nothing. */
function normalised<T extends Partial<WebhookSettings>>(settings: T): T {
	const { filter } = settings;
	return filter === undefined || filter === null
		? settings
		: { ...settings, filter: withoutEmptyParts(filter) };
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

/**
 * Deletes a webhook; the delivery worker deletes its deliveries later. With `keepDeliveries`, an active webhook keeps
 * them for a minute, for a webhook that is created with the same URL. Throws webhook_not_found.
 */
export async function deleteWebhook(
	{ store, clock, newId }: Pick<WebhookDeps, 'store' | 'clock' | 'newId'>,
	id: string,
	{ keepDeliveries }: { keepDeliveries: boolean },
	actor: string,
): Promise<void> {
	const at = clock.now();
	await store.commit(async ({ db, emit }) => {
		const webhook = await lockedRegisteredWebhookOrThrow(db, id);
		if (keepDeliveries && webhook.status === 'active') await terminateWebhook(db, webhook.id, at);
		else await deleteRow(db, webhook.id);
		emit({ kind: 'webhook_changed' });
		await recordAudit(db, newId, { actor, at }, { action: 'webhook.deleted', target: id });
	});
}
