import { expectationOf } from './history/expectation.ts';
import type { StoredRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';
import { acceptedOf, recordsOf } from './history/traffic.ts';
import { pause, request } from './load/request.ts';
import type { GatewayProcess } from '../bench/server/gateway.ts';

const LOOK_EVERY = 500;
/** Milliseconds without any delivery after which all that is to come has come. */
const QUIET = 2000;
/** The same where something is still missing: longer than any delay, claim or lease. */
const LONG_QUIET = 45_000;

/** Waits until every event that has to come was acknowledged, or nothing comes any more. */
export async function settled(
	{ records, now }: Recorder,
	webhooksOf: (event: string) => readonly string[],
): Promise<void> {
	for (;;) {
		await pause(LOOK_EVERY);
		const last = records.findLast(({ kind }) => kind === 'delivery')?.at ?? 0;
		const quiet = now() - last;
		if (quiet > LONG_QUIET) return;
		if (quiet > QUIET && missing(records, webhooksOf) === 0) return;
	}
}

/** How many acknowledgements accepted messages still have to get. */
function missing(records: Recorder['records'], webhooksOf: (event: string) => readonly string[]): number {
	const acknowledged = new Set(
		recordsOf(records, 'delivery')
			.filter(({ answer }) => answer === 200)
			.map(({ webhook, event, messageId }) => `${webhook} ${event} ${messageId}`),
	);
	let count = 0;
	const expect = (event: string, messageId: string): void => {
		for (const webhook of webhooksOf(event)) {
			if (!acknowledged.has(`${webhook} ${event} ${messageId}`)) count += 1;
		}
	};
	for (const { messageId, send } of acceptedOf(records).values()) {
		for (const event of expectationOf(send.to).events) expect(event, messageId);
	}
	for (const { status, messageId } of recordsOf(records, 'arrival answer')) {
		if (status === 201 && messageId !== null) expect('message.received', messageId);
	}
	return count;
}

interface Page {
	data: Pick<StoredRecord, 'messageId' | 'direction' | 'status' | 'content'>[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** Notes every message of an instance as the history lists it. */
export async function noteStored(
	gateway: GatewayProcess,
	instanceId: string,
	{ note }: Recorder,
): Promise<void> {
	let cursor: string | null = null;
	do {
		const before: string = cursor === null ? '' : `&before=${cursor}`;
		const path = `/v1/messages?instanceId=${instanceId}&limit=100${before}`;
		const { status, body } = await request(gateway, 'GET', path);
		if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
		const { data, pagination } = body as Page;
		for (const { messageId, direction, status: state, content } of data) {
			note({ kind: 'stored', messageId, direction, status: state, content });
		}
		cursor = pagination.hasMore ? pagination.nextCursor : null;
	} while (cursor !== null);
}
