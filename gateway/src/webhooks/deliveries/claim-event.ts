import type { EventId } from '../../domain/ids.ts';
import { claimEvent } from '../../store/webhooks/event-claims.ts';
import type { Store } from '../../store/store.ts';
import { webhookOrThrow } from '../management/find-webhook.ts';

/**
 * Claims an event for one of the receiver's processes. Returns whether this claimant may handle it: it is the first, or
 * the event is not known, e.g. because it was deleted. Throws webhook_not_found.
 */
export async function claimEventOfWebhook(
	{ store }: { store: Pick<Store, 'commit'> },
	{ webhookId, eventId }: { webhookId: string; eventId: string },
	claimant: string,
): Promise<boolean> {
	return store.commit(async ({ db }) => {
		const webhook = await webhookOrThrow(db, webhookId);
		return claimEvent(db, { webhookId: webhook.id, eventId: eventId as EventId, claimant });
	});
}
