import type { Id, InstanceId } from '../../domain/ids.ts';
import type { JsonText, Time } from './column-types.ts';

/** Messages that a network delivered and had acknowledged, as its driver noted them after the acknowledgement. */
export interface NetworkAcknowledgementTable {
	/** Sorts by the time of the note. */
	id: Id<'ack'>;
	instance_id: InstanceId;
	/** JSON array of the network's ids of messages that the ledger has not found yet. */
	network_ids: JsonText;
	/** How many further ones it has found. */
	found: number;
}

/** The state of an hour in the ledger. `final`: it is not counted again. */
export type LedgerState = 'counted' | 'final';

/** An hour that the ledger has counted, for all instances. */
export interface LedgerHourTable {
	/** UTC, as `YYYY-MM-DDTHH`. */
	hour: string;
	state: LedgerState;
	/** Messages and deliveries of the hour that were not finished when it was counted. */
	waiting: number;
	counted_at: Time;
}

/** The ledger's figures of an instance in an hour; an instance without a row had nothing to count. */
export interface LedgerCountTable {
	/** Empty: of no instance that is known. */
	instance_id: InstanceId | '';
	hour: string;
	/** JSON of LedgerFigures. */
	figures: JsonText;
	/** JSON array of the first breaks (Break). */
	breaks: JsonText;
}
