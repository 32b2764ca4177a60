import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { gather } from '../store/gather.ts';
import type { Commit } from '../store/group-commit.ts';
import type { Fence } from '../store/instance-leases.ts';
import { recordNews, type MessageNews } from './record-news.ts';

/**
 * Makes durable what became of an outbound message, together with what is told at the same time and in the order it
 * is told: one queue for all of it, so that no failure overtakes the step before.
 */
export type RecordNews = (news: MessageNews) => Promise<undefined>;

/** Rows a step writes: the message's, its event's, a delivery's or two. */
const ROWS = 4;
/** Most events are this long, in bytes. */
const EVENT_BYTES = 1000;

export function createNewsRecorder(commit: Commit, newId: NewId, fence: Fence): RecordNews {
	return gather<MessageNews, undefined>({
		work: async (news, { rows, bytes }) => {
			await commit((scope) => recordNews(scope, newId, news, fence), { rows: rows * ROWS, bytes });
			return news.map(() => undefined);
		},
		bytesOf: () => EVENT_BYTES,
		mayDivide: (error) => !(error instanceof GatewayError),
	});
}
