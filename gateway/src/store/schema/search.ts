import type { Generated } from 'kysely';
import type { MessageId } from '../../domain/ids.ts';
import type { Time } from './column-types.ts';

/*
 * The index of texts itself, `message_index`, differs between the engines: see store/search/index-engine.ts.
 */

/** The range of messages that the index of texts covers: one row; none: no message yet. */
export interface MessageIndexCoverageTable {
	id: 1;
	/** Messages whose ids are from this time on are in the index; 0: from the oldest on. */
	covered_from: Time;
	/** Messages whose ids are of this time or later are not in the index yet. */
	covered_to: Time;
}

/** A message whose text the index has to read again: it was changed or deleted, or added out of turn. */
export interface MessageIndexChangeTable {
	number: Generated<number>;
	message_id: MessageId;
}
