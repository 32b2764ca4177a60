import { MESSAGE_TTL } from '../outbound/queueing/expire-messages.ts';
import { findNextEnd } from '../store/chats/chat-owners.ts';
import { findNextReport } from '../store/messages/missing-content.ts';
import { findOldestQueued } from '../store/messages/queued-messages.ts';
import { findNextDue } from '../store/messages/scheduled-messages.ts';
import type { Db } from '../store/schema.ts';
import { findNextBurstEnd } from '../store/webhooks/queues/bursts.ts';
import { findNextDelivery } from '../store/webhooks/next-delivery.ts';
import type { DueKind } from './due.ts';

/** What the database says is due. */
export interface DueSource {
	kind: DueKind;
	/** When the next of it is due, in simulated epoch milliseconds; null: nothing. By now or earlier: it is being done. */
	next: (db: Db, now: number) => Promise<number | null>;
}

/** What becomes a message that is sent, in the database, whichever gateway on it does the work. */
export const SENDING_SOURCES: readonly DueSource[] = [{ kind: 'scheduled_message', next: findNextDue }];

/** Everything else that waits for a time which the database holds; what leads to deliveries before the deliveries. */
export const REPORTING_SOURCES: readonly DueSource[] = [
	{ kind: 'message_expiry', next: nextExpiry },
	{ kind: 'chat_release', next: findNextEnd },
	{ kind: 'burst', next: findNextBurstEnd },
	{ kind: 'missing_content', next: findNextReport },
	{ kind: 'delivery', next: findNextDelivery },
];

/** A message of this very millisecond is not older than 24 hours yet. */
async function nextExpiry(db: Db): Promise<number | null> {
	const queuedAt = await findOldestQueued(db);
	return queuedAt === null ? null : queuedAt + MESSAGE_TTL + 1;
}
