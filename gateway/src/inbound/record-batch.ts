import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { batch } from '../store/commit/batch.ts';
import type { Commit, CommitScope } from '../store/commit/group-commit.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { recordMessages, type ReceivedMessage } from './record-messages.ts';
import { recordStatusUpdates, type StatusUpdate } from './record-statuses.ts';

/** What is to be made durable in one transaction: all of it or nothing. */
export interface Report {
	/** What became of messages of ours, in order. */
	news: readonly StatusUpdate[];
	/** What else a network told of an instance, ready to be written. */
	others?: InstanceEvents;
}

interface InstanceEvents {
	instanceId: InstanceId;
	recordings: readonly PreparedWrite[];
}

/** A message that arrived, or other work inside the commit; what it needs from outside was prepared before. */
export type PreparedWrite =
	| { arrival: ReceivedMessage }
	| { write: (scope: CommitScope) => Promise<unknown> };

/**
 * Makes durable what became of outbound messages, and what was told with it, together with what is told at the same
 * time and in the order it is told: one queue for all of it, so that no failure overtakes the step before.
 */
export type RecordReport = (told: Report) => Promise<undefined>;

/** Rows a step writes: the message's, its event's, a delivery's or two. */
const ROWS = 4;
/** Most events are this long, in bytes. */
const EVENT_BYTES = 1000;

export function createBatchRecorder(commit: Commit, newId: NewId, fence: Fence): RecordReport {
	async function write(scope: CommitScope, told: readonly Report[]): Promise<void> {
		const news = told.flatMap((one) => one.news);
		if (news.length > 0) await recordStatusUpdates(scope, newId, news, fence);
		await recordOthers(
			scope,
			told.flatMap(({ others }) => others ?? []),
		);
	}

	/** In their order; messages that come one after the other are written together. */
	async function recordOthers(scope: CommitScope, others: readonly InstanceEvents[]): Promise<void> {
		if (others.length === 0) return;
		await fence(
			scope,
			others.map(({ instanceId }) => instanceId),
		);
		let arrivals: ReceivedMessage[] = [];
		const recordArrivals = async (): Promise<void> => {
			if (arrivals.length > 0) await recordMessages(scope, newId, arrivals);
			arrivals = [];
		};
		for (const recording of others.flatMap(({ recordings }) => recordings)) {
			if ('arrival' in recording) {
				arrivals.push(recording.arrival);
				continue;
			}
			await recordArrivals();
			await recording.write(scope);
		}
		await recordArrivals();
	}

	return batch<Report, undefined>({
		work: async (told, { rows, bytes }) => {
			await commit((scope) => write(scope, told), { rows: rows * ROWS, bytes });
			return told.map(() => undefined);
		},
		sizeOf: () => EVENT_BYTES,
		canSplit: (error) => error instanceof LeaseLost || !(error instanceof GatewayError),
	});
}
