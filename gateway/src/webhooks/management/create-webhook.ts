import type { Caller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import { selectedKinds, type EventSelector } from '../../domain/events/event-kind.ts';
import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { createOnce, type Created } from '../../store/idempotency/create-once.ts';
import type { IdempotentRequest } from '../../store/idempotency/idempotent-request.ts';
import { findInstance } from '../../store/instances/instances.ts';
import type { NewWebhookRow, WebhookRow } from '../../store/schema.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { lockTerminatingWebhook } from '../../store/webhooks/terminating-webhooks.ts';
import { findWebhook, insertWebhook, updateWebhook as updateRow } from '../../store/webhooks/webhooks.ts';
import { assertMayReceive, mayRedirect } from './message-permission.ts';
import { resumeWebhook } from '../health/resume-webhook.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../signing/secret.ts';
import {
	DEFAULT_SETTINGS,
	settingsColumns,
	type WebhookSettings,
	withoutEmptyFilterParts,
} from './webhook-settings.ts';
import { checkWebhookUrl } from './webhook-url.ts';
import type { WebhookDeps } from './webhook-deps.ts';

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
	const settings = withoutEmptyFilterParts(given);
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
