import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import type { Fence } from '../store/instance-leases.ts';
import type { Commit } from '../store/group-commit.ts';
import { gather } from '../store/gather.ts';
import { recordReceipts, type Receipt } from './record-receipt.ts';

/** Makes a receipt durable, together with those that come at the same time. */
export type RecordReceipt = (receipt: Receipt) => Promise<undefined>;

/** Rows a receipt writes: the message's, its event's, a delivery's or two. */
const ROWS = 4;
/** Most events are this long, in bytes. */
const EVENT_BYTES = 1000;

export function createReceiptRecorder(commit: Commit, newId: NewId, fence: Fence): RecordReceipt {
	return gather<Receipt, undefined>({
		work: async (receipts, { rows, bytes }) => {
			await commit((scope) => recordReceipts(scope, newId, receipts, fence), { rows: rows * ROWS, bytes });
			return receipts.map(() => undefined);
		},
		bytesOf: () => EVENT_BYTES,
		mayDivide: (error) => !(error instanceof GatewayError),
	});
}
