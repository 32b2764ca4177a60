import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { gather } from '../store/gather.ts';
import type { Commit, CommitScope } from '../store/group-commit.ts';
import { LeaseLost, type Fence } from '../store/instance-leases.ts';
import { recordNews, type MessageNews } from './record-news.ts';

/** What is to be made durable in one transaction: all of it or nothing. */
export interface Told {
	/** What became of messages of ours, in order. */
	news: readonly MessageNews[];
	/** What else a network told of an instance, ready to be written. */
	others?: { instanceId: InstanceId; recordings: readonly ((scope: CommitScope) => Promise<unknown>)[] };
}

/**
 * Makes durable what became of outbound messages, and what was told with it, together with what is told at the same
 * time and in the order it is told: one queue for all of it, so that no failure overtakes the step before.
 */
export type RecordTold = (told: Told) => Promise<undefined>;

/** Rows a step writes: the message's, its event's, a delivery's or two. */
const ROWS = 4;
/** Most events are this long, in bytes. */
const EVENT_BYTES = 1000;

export function createToldRecorder(commit: Commit, newId: NewId, fence: Fence): RecordTold {
	async function write(scope: CommitScope, told: readonly Told[]): Promise<void> {
		const news = told.flatMap((one) => one.news);
		if (news.length > 0) await recordNews(scope, newId, news, fence);
		for (const { others } of told) {
			if (others === undefined) continue;
			await fence(scope, [others.instanceId]);
			for (const recording of others.recordings) await recording(scope);
		}
	}

	return gather<Told, undefined>({
		work: async (told, { rows, bytes }) => {
			await commit((scope) => write(scope, told), { rows: rows * ROWS, bytes });
			return told.map(() => undefined);
		},
		bytesOf: () => EVENT_BYTES,
		mayDivide: (error) => error instanceof LeaseLost || !(error instanceof GatewayError),
	});
}
