import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { batch } from '../lib/batch.ts';
import type { Commit, CommitScope } from '../store/commit/group-commit.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { recordMessages, type ReceivedMessage } from './record-messages.ts';
import { recordStatusUpdates, type StatusUpdate } from './record-statuses.ts';

/** What is to be made durable in one transaction: all of it or nothing. */
export interface Report {
	/** What became of outbound messages, in order. */
	statuses: readonly StatusUpdate[];
	/** What else a network reported of an instance, ready to be written. */
	others?: InstanceEvents;
}

interface InstanceEvents {
	instanceId: InstanceId;
	writes: readonly PreparedWrite[];
}

/** A received message, or other work inside the transaction; what it needs from outside was prepared before. */
export type PreparedWrite =
	| { message: ReceivedMessage }
	| { write: (scope: CommitScope) => Promise<unknown> };

/** Makes a report durable; resolves when it is committed. */
export type RecordBatch = (report: Report) => Promise<undefined>;

/** Rows a step writes: the message's, its event's, a delivery's or two. */
const ROWS = 4;
/** Most events are this long, in bytes. */
const EVENT_BYTES = 1000;

/**
 * Records the reports that come at the same time in one transaction, in their order: one queue for all of them, so that
 * no failure overtakes the step before.
 */
export function createBatchRecorder(commit: Commit, newId: NewId, fence: Fence): RecordBatch {
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
			await commit((scope) => write(scope, reports), { rows: rows * ROWS, bytes });
			return reports.map(() => undefined);
		},
		sizeOf: () => EVENT_BYTES,
		canSplit: (error) => error instanceof LeaseLost || !(error instanceof GatewayError),
	});
}
