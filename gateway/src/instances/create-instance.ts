import { GatewayError } from '../domain/error.ts';
import type { EventKind } from '../domain/event.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { Plan } from '../domain/plan.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { countInstances, insertInstance } from '../store/instances/instances.ts';
import { insertWebhook } from '../store/webhooks/webhooks.ts';

export interface NewInstance {
	name: string;
	webhookUrl: string | null;
	/** Empty with a URL: every kind. */
	webhookEvents: readonly EventKind[];
	settings: { autoRead: boolean; autoTyping: boolean };
}

/**
 * Stores an instance, disconnected, and the webhook of its own where it has a URL. The URL is checked before.
 * Throws instance_limit_reached. (Specification, POST /v1/instances.)
 */
export async function createInstance(
	{ db }: CommitScope,
	newId: NewId,
	instance: NewInstance,
	terms: { plan: Plan; webhookSecret: string; now: number },
): Promise<InstanceId> {
	const { plan, now } = terms;
	if (plan.instances !== null && (await countInstances(db)) >= plan.instances) {
		throw new GatewayError(
			'instance_limit_reached',
			`The ${plan.name} plan allows ${plan.instances} instance(s). Delete one, or move to a larger plan.`,
		);
	}
	const id = newId('inst');
	await insertInstance(db, {
		id,
		name: instance.name,
		status: 'disconnected',
		method: null,
		phone: null,
		profile_name: null,
		profile_pic_url: null,
		auto_read: instance.settings.autoRead ? 1 : 0,
		auto_typing: instance.settings.autoTyping ? 1 : 0,
		webhook_events: JSON.stringify(instance.webhookEvents),
		qr_code: null,
		qr_expires_at: null,
		disconnect_reason: null,
		created_at: now,
		connected_at: null,
		last_seen_at: now,
	});
	if (instance.webhookUrl !== null) {
		await insertWebhook(db, {
			id: newId('wh'),
			role: 'instance',
			name: null,
			instance_id: id,
			url: instance.webhookUrl,
			events: JSON.stringify(instance.webhookEvents),
			secret: terms.webhookSecret,
			status: 'active',
			created_at: now,
			last_delivery_at: null,
			last_delivery_status: null,
		});
	}
	return id;
}
