import type { Caller } from '../domain/access/caller.ts';
import type { EventSelector } from '../domain/events/event-kind.ts';
import type { InstanceId } from '../domain/ids.ts';
import { releaseAllChats } from '../inbound/chats/release-chats.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import {
	lockInstance,
	updateInstance as updateRow,
	type InstanceWithWebhook,
} from '../store/instances/instances.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import {
	deleteOwnWebhook,
	insertWebhook,
	kindsOf,
	lockOwnWebhook,
	updateWebhook,
} from '../store/webhooks/webhooks.ts';
import type { WebhookDeps } from '../webhooks/management/webhook-deps.ts';
import { assertMayReceive, assertMayRedirect } from '../webhooks/management/message-permission.ts';
import { resumeWebhook } from '../webhooks/health/resume-webhook.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../webhooks/signing/secret.ts';
import { checkWebhookUrl } from '../webhooks/management/webhook-url.ts';
import { throwInstanceNotFound, instanceWithWebhookOrThrow } from './find-instance.ts';
import { checkSettings, settingsColumns, type InstanceSettings } from './settings.ts';

/** Absent fields stay unchanged. */
export interface InstanceChanges {
	name?: string;
	/** Null deletes the instance's own webhook. */
	webhookUrl?: string | null;
	webhookEvents?: readonly EventSelector[];
	settings?: Partial<InstanceSettings>;
}

/**
 * Updates an instance and the webhook of its own. Throws insufficient_permissions, invalid_webhook_url,
 * instance_not_found. (Specification, PATCH /v1/instances/{instanceId}.)
 */
export async function updateInstance(
	deps: WebhookDeps,
	id: string,
	changes: InstanceChanges,
	caller: Caller,
): Promise<InstanceWithWebhook> {
	const { store, clock, newId, guard, sealer } = deps;
	const { name, webhookUrl, webhookEvents, settings = {} } = changes;
	if (typeof webhookUrl === 'string') await checkWebhookUrl(guard, webhookUrl);
	await checkSettings(guard, settings);
	const at = clock.now();
	await store.commit(async (scope) => {
		const { db, emit } = scope;
		const instance = (await lockInstance(db, id as InstanceId)) ?? throwInstanceNotFound();
		const events = webhookEvents === undefined ? instance.webhook_events : JSON.stringify(webhookEvents);
		await updateRow(db, instance.id, {
			name: name ?? instance.name,
			webhook_events: events,
			...settingsColumns(sealer, instance.id, settings),
		});
		if (settings.takeover === null) await releaseAllChats(scope, newId, instance.id, at);
		if (webhookUrl !== undefined) emit({ kind: 'webhook_changed' });
		if (webhookUrl === null) await deleteOwnWebhook(db, instance.id);
		else {
			const redirects = webhookUrl !== undefined || webhookEvents !== undefined;
			const webhook = { instanceId: instance.id, url: webhookUrl, events, at };
			await updateOwnWebhook(scope, deps, webhook, redirects ? caller : null);
		}
		// An open connection would keep the earlier proxy, so the gateway reopens it.
		const hasNewProxy = settings.proxyUrl !== undefined && (settings.proxyUrl ?? instance.proxy_url) !== null;
		if (hasNewProxy && instance.status !== 'disconnected') {
			emit({ kind: 'connection_failed', instanceId: instance.id });
		}
		const act = { action: 'instance.updated' as const, target: instance.id, details: auditDetails(changes) };
		await recordAudit(db, newId, { actor: caller.actor, at }, act);
	});
	return instanceWithWebhookOrThrow(store.read, id);
}

/**
 * Updates the webhook of an instance, or creates it when there is none and a URL is given. Throws
 * insufficient_permissions where `redirectedBy` may not receive its events, before or after the change.
 */
async function updateOwnWebhook(
	scope: CommitScope,
	{ newId, entropy, sealer }: Pick<WebhookDeps, 'newId' | 'entropy' | 'sealer'>,
	webhook: { instanceId: InstanceId; url: string | undefined; events: string; at: number },
	redirectedBy: Caller | null,
): Promise<void> {
	const { db } = scope;
	const { instanceId, url, events, at } = webhook;
	const own = await lockOwnWebhook(db, instanceId);
	if (redirectedBy !== null && (own !== undefined || url !== undefined)) {
		assertMayReceive(redirectedBy, kindsOf({ events }));
		if (own !== undefined) await assertMayRedirect(db, redirectedBy, own);
	}
	if (own !== undefined) {
		await updateWebhook(db, own.id, { url: url ?? own.url, events });
		// A webhook that a 410 response deactivated, or that is paused, stays so until it gets a URL.
		if (url !== undefined) await resumeWebhook(scope, own);
	} else if (url !== undefined) {
		const id = newId('wh');
		await insertWebhook(db, {
			id,
			role: 'instance',
			name: null,
			instance_id: instanceId,
			url,
			events,
			secret: sealWebhookSecret(sealer, id, makeWebhookSecret(entropy)),
			status: 'active',
			created_at: at,
		});
	}
}

/** The changes without the proxy, whose URL may contain a password. */
function auditDetails({ settings, ...changes }: InstanceChanges): Record<string, unknown> {
	if (settings?.proxyUrl === undefined)
		return { ...changes, ...(settings === undefined ? {} : { settings }) };
	const { proxyUrl, ...others } = settings;
	return { ...changes, settings: { ...others, proxy: proxyUrl === null ? 'removed' : 'set' } };
}
