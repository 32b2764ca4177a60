import type { MessageId } from '../../domain/ids.ts';
import type { IncomingMessage } from '../../network/network-event.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import { updateMessage } from '../../store/messages/messages.ts';
import { lockReceivedMessages } from '../../store/messages/received-messages.ts';
import { serialiseMessageKey, type ProviderMessageKey } from '../../store/messages/provider-message-key.ts';
import type { MessageRow } from '../../store/schema.ts';
import { contentColumns } from './received-row.ts';

/** A message that the network reported before, as it reports it now. */
export interface Repeated {
	/** Identifies the repetition, not the stored message. */
	id: MessageId;
	messageKey: ProviderMessageKey;
	incoming: IncomingMessage;
}

/** A message that a repetition changed, and whether an event has to report it. */
export interface Change {
	row: MessageRow;
	isReported: boolean;
}

/**
 * Updates messages whose content was missing when it is repeated with content, or with another reason why there is
 * none. Returns the changes by the ids of the repetitions; a repetition of any other message changes nothing.
 */
export async function recordRepeated(
	{ db }: CommitScope,
	repeated: readonly Repeated[],
): Promise<ReadonlyMap<MessageId, Change>> {
	const rows = await lockReceivedMessages(
		db,
		repeated.map(({ messageKey }) => messageKey),
	);
	const changes = new Map<MessageId, Change>();
	for (const { id, messageKey, incoming } of repeated) {
		const key = serialiseMessageKey(messageKey);
		const row = rows.get(key);
		const columns = row === undefined ? null : changedColumns(row, incoming);
		if (row === undefined || columns === null) continue;
		const changed = { ...row, ...columns };
		rows.set(key, changed);
		changes.set(id, { row: changed, isReported: needsEvent(row, incoming) });
		await updateMessage(db, row.id, columns);
	}
	return changes;
}

/** The columns that a repetition changes; null where the message has its content, or the reason is the same. */
function changedColumns(row: MessageRow, incoming: IncomingMessage): Partial<MessageRow> | null {
	const stored = detailsOf(row).unsupported?.reason;
	const reported = incoming.unsupported?.reason;
	if (stored !== 'waiting' && stored !== 'undecryptable') return null;
	if (stored === reported) return null;
	return { ...contentColumns(incoming), report_at: reported === 'waiting' ? row.report_at : null };
}

/** Content needs an event; another reason does where no event reported the message yet and no content is expected. */
function needsEvent({ report_at: reportAt }: MessageRow, { unsupported }: IncomingMessage): boolean {
	return unsupported === undefined || (reportAt !== null && unsupported.reason !== 'waiting');
}
