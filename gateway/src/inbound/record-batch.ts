import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { batch } from '../lib/batch.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import type { Store } from '../store/store.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { recordMessages, type ReceivedMessage } from './messages/record-messages.ts';
import { recordStatusUpdates, type StatusUpdate } from './messages/record-statuses.ts';

/** Writes that are committed together or not at all. */
export interface Report {
	/** Statuses of outbound messages, in order. */
	statuses: readonly StatusUpdate[];
	/** The other events that a network reported about an instance. */
	others?: InstanceEvents;
}

interface InstanceEvents {
	instanceId: InstanceId;
	writes: readonly PreparedWrite[];
}

/** A received message, or another write inside the transaction. */
export type PreparedWrite =
	| { message: ReceivedMessage }
	| { write: (scope: CommitScope) => Promise<unknown> };

/** Makes a report durable; resolves when it is committed. */
export type RecordBatch = (report: Report) => Promise<undefined>;

/** Rows that an event writes: a message, its event, and one or two deliveries. */
const ROWS = 4;
/** Bytes of most events. */
const EVENT_BYTES = 1000;

/**
 * Records reports that arrive at the same time in one transaction, in their order. All reports share one queue, so that
 * the failure of a message cannot overtake its earlier statuses.
 */
export function createBatchRecorder(
	{ commit, nextGroup }: Pick<Store, 'commit' | 'nextGroup'>,
	newId: NewId,
	fence: Fence,
): RecordBatch {
	async function write(scope: CommitScope, reports: readonly Report[]): Promise<void> {
		const statuses = reports.flatMap((report) => report.statuses);
		if (statuses.length > 0) await recordStatusUpdates(scope, newId, statuses, fence);
		await recordOthers(
			scope,
			reports.flatMap(({ others }) => others ?? []),
		);
	}

	/** Writes in order; messages that follow one another are written together. */
	async function recordOthers(scope: CommitScope, others: readonly InstanceEvents[]): Promise<void> {
		if (others.length === 0) return;
		await fence(
			scope,
			others.map(({ instanceId }) => instanceId),
		);
		let messages: ReceivedMessage[] = [];
		const flush = async (): Promise<void> => {
			if (messages.length > 0) await recordMessages(scope, newId, messages);
			messages = [];
		};
		for (const write of others.flatMap(({ writes }) => writes)) {
			if ('message' in write) {
				messages.push(write.message);
				continue;
			}
			await flush();
			await write.write(scope);
		}
		await flush();
	}

	return batch<Report, undefined>({
		work: async (reports, { rows, bytes }) => {
			const overlaps = reports.every(({ others }) => others === undefined);
			await commit((scope) => write(scope, reports), { rows: rows * ROWS, bytes, overlaps });
			return reports.map(() => undefined);
		},
		untilStart: nextGroup,
		sizeOf: () => EVENT_BYTES,
		canSplit: (error) => error instanceof LeaseLost || !(error instanceof GatewayError),
	});
}
