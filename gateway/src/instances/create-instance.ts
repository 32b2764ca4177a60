import type { Caller } from '../domain/access/caller.ts';
import { GatewayError } from '../domain/error.ts';
import type { EventSelector } from '../domain/events/event-kind.ts';
import type { Plan } from '../domain/access/plan.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { createOnce, type Created } from '../store/idempotency/create-once.ts';
import type { IdempotentRequest } from '../store/idempotency/idempotent-request.ts';
import {
	countInstances,
	findInstanceWithWebhook,
	insertInstance,
	lockInstanceCount,
	type InstanceWithWebhook,
} from '../store/instances/instances.ts';
import { insertStatusChange } from '../store/instances/status-changes.ts';
import type { Db } from '../store/schema.ts';
import { insertWebhook, kindsOf } from '../store/webhooks/webhooks.ts';
import type { WebhookDeps } from '../webhooks/management/webhook-deps.ts';
import { assertMayReceive } from '../webhooks/management/message-permission.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../webhooks/signing/secret.ts';
import { checkWebhookUrl } from '../webhooks/management/webhook-url.ts';
import { checkSettings, DEFAULT_SETTINGS, settingsColumns, type InstanceSettings } from './settings.ts';

export interface NewInstance {
	name: string;
	/** Absent: the instance has no webhook of its own. */
	webhookUrl?: string;
	/** Empty or absent: the kinds of the specification. */
	webhookEvents?: readonly EventSelector[];
	settings?: Partial<InstanceSettings>;
}

/**
 * Creates a disconnected instance and, with a URL, its own webhook; once for a request with an idempotency key (null:
 * none). Throws insufficient_permissions, invalid_webhook_url, instance_limit_reached, and the errors of createOnce().
 * (Specification, POST /v1/instances.)
 */
export async function createInstance(
	deps: WebhookDeps & { plan: Plan },
	{ name, webhookUrl, webhookEvents = [], settings = {} }: NewInstance,
	caller: Caller,
	request: IdempotentRequest | null,
): Promise<Created<InstanceWithWebhook>> {
	const { clock, newId, entropy, guard, sealer, plan } = deps;
	const { actor } = caller;
	const at = clock.now();
	const events = JSON.stringify(webhookEvents);
	if (webhookUrl !== undefined) assertMayReceive(caller, kindsOf({ events }));
	const id = newId('inst');
	return createOnce(deps, request, {
		prepare: async () => {
			if (webhookUrl !== undefined) await checkWebhookUrl(guard, webhookUrl);
			await checkSettings(guard, settings);
		},
		create: async ({ db }) => {
			await throwIfLimitReached(db, plan);
			await insertInstance(db, {
				id,
				name,
				status: 'disconnected',
				method: null,
				phone: null,
				profile_name: null,
				profile_pic_url: null,
				webhook_events: events,
				qr_code: null,
				qr_expires_at: null,
				disconnect_reason: null,
				created_at: at,
				connected_at: null,
				last_seen_at: at,
				...DEFAULT_SETTINGS,
				...settingsColumns(sealer, id, settings),
				pairing_code: null,
				passkey_request: null,
				pairing_phone: null,
				restriction_kind: null,
				restriction_reason: null,
				restricted_until: null,
				new_chats_left: null,
				deleting_at: null,
			});
			await insertStatusChange(db, [id], { at, status: 'disconnected', reason: null });
			if (webhookUrl !== undefined) {
				const webhookId = newId('wh');
				await insertWebhook(db, {
					id: webhookId,
					role: 'instance',
					name: null,
					instance_id: id,
					url: webhookUrl,
					events,
					secret: sealWebhookSecret(sealer, webhookId, makeWebhookSecret(entropy)),
					status: 'active',
					created_at: at,
				});
			}
			await recordAudit(
				db,
				newId,
				{ actor, at },
				{ action: 'instance.created', target: id, details: { name } },
			);
			return id;
		},
		read: findInstanceWithWebhook,
		notFound: 'instance_not_found',
	});
}

async function throwIfLimitReached(db: Db, plan: Plan): Promise<void> {
	if (plan.instances === null) return;
	await lockInstanceCount(db);
	if ((await countInstances(db, null)) < plan.instances) return;
	throw new GatewayError(
		'instance_limit_reached',
		`The ${plan.name} plan allows ${plan.instances} instance(s). Delete one, or move to a larger plan.`,
	);
}
