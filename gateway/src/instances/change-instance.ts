import type { EventKind } from '../domain/event.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { updateInstance } from '../store/instances/instances.ts';
import {
	deleteOwnWebhook,
	findOwnWebhook,
	insertWebhook,
	updateWebhook,
} from '../store/webhooks/webhooks.ts';
import { instanceOrThrow } from './find.ts';

/** What is absent stays as it is. */
export interface InstanceChanges {
	name?: string | undefined;
	/** Null takes the instance's own webhook away. */
	webhookUrl?: string | null | undefined;
	webhookEvents?: readonly EventKind[] | undefined;
	settings?: { autoRead?: boolean | undefined; autoTyping?: boolean | undefined } | undefined;
}

/**
 * Changes an instance and the webhook of its own; a new URL is checked before. Throws instance_not_found.
 * (Specification, PATCH /v1/instances/{instanceId}.)
 */
export async function changeInstance(
	{ db }: CommitScope,
	newId: NewId,
	id: string,
	changes: InstanceChanges,
	terms: { webhookSecret: string; now: number },
): Promise<InstanceId> {
	const instance = await instanceOrThrow(db, id);
	const { name, webhookUrl, webhookEvents, settings } = changes;
	const events = webhookEvents === undefined ? instance.webhook_events : JSON.stringify(webhookEvents);
	await updateInstance(db, instance.id, {
		name: name ?? instance.name,
		webhook_events: events,
		auto_read: flag(settings?.autoRead) ?? instance.auto_read,
		auto_typing: flag(settings?.autoTyping) ?? instance.auto_typing,
	});

	if (webhookUrl === null) {
		await deleteOwnWebhook(db, instance.id);
		return instance.id;
	}
	const own = await findOwnWebhook(db, instance.id);
	if (own !== undefined) {
		// One whose receiver was gone stays inactive until it is given an address.
		const status = webhookUrl === undefined ? own.status : 'active';
		await updateWebhook(db, own.id, { url: webhookUrl ?? own.url, events, status });
	} else if (webhookUrl !== undefined) {
		await insertWebhook(db, {
			id: newId('wh'),
			role: 'instance',
			name: null,
			instance_id: instance.id,
			url: webhookUrl,
			events,
			secret: terms.webhookSecret,
			status: 'active',
			created_at: terms.now,
			last_delivery_at: null,
			last_delivery_status: null,
		});
	}
	return instance.id;
}

function flag(value: boolean | undefined): 0 | 1 | undefined {
	if (value === undefined) return undefined;
	return value ? 1 : 0;
}
