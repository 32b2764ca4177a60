import type { MessageId } from '../domain/ids.ts';
import type { IncomingMessage } from '../network/driver.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { detailsOf } from '../store/messages/message-details.ts';
import { updateMessage } from '../store/messages/messages.ts';
import { lockReceivedMessages } from '../store/messages/received-messages.ts';
import { serialiseMessageKey, type ProviderMessageKey } from '../store/messages/provider-message-key.ts';
import type { MessageRow } from '../store/schema.ts';
import { contentColumns } from './received-row.ts';

/** A message that a network told of before, as it tells of it now. */
export interface Repeated {
	/** Names the repetition, and not the stored message. */
	id: MessageId;
	name: ProviderMessageKey;
	incoming: IncomingMessage;
}

/** What a repetition changed: the message as it is now, and whether an event has to tell of it. */
export interface Change {
	row: MessageRow;
	isTold: boolean;
}

/**
 * Takes what repetitions say about messages whose content was missing: the content, or another reason. Gives the
 * changes by the ids of the repetitions; a repetition of any other message makes none.
 */
export async function recordRepeated(
	{ db }: CommitScope,
	repeated: readonly Repeated[],
): Promise<ReadonlyMap<MessageId, Change>> {
	const rows = await lockReceivedMessages(
		db,
		repeated.map(({ name }) => name),
	);
	const changes = new Map<MessageId, Change>();
	for (const { id, name, incoming } of repeated) {
		const key = serialiseMessageKey(name);
		const row = rows.get(key);
		const columns = row === undefined ? null : changedColumns(row, incoming);
		if (row === undefined || columns === null) continue;
		const changed = { ...row, ...columns };
		rows.set(key, changed);
		changes.set(id, { row: changed, isTold: isNews(row, incoming) });
		await updateMessage(db, row.id, columns);
	}
	return changes;
}

/** The columns a repetition changes; null where the message has its content, or nothing else is said of it. */
function changedColumns(row: MessageRow, incoming: IncomingMessage): Partial<MessageRow> | null {
	const stored = detailsOf(row).unsupported?.reason;
	const told = incoming.unsupported?.reason;
	if (stored !== 'waiting' && stored !== 'undecryptable') return null;
	if (stored === told) return null;
	return { ...contentColumns(incoming), report_at: told === 'waiting' ? row.report_at : null };
}

/** The content always is; another reason, where no event told of the message yet and nothing is waited for. */
function isNews({ report_at: tellAt }: MessageRow, { unsupported }: IncomingMessage): boolean {
	return unsupported === undefined || (tellAt !== null && unsupported.reason !== 'waiting');
}
