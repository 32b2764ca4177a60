import { expectedOutcome } from './history/expectation.ts';
import type { StoredRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';
import { acceptedMessages, recordsOf } from './history/traffic.ts';
import { pause, request } from './load/request.ts';
import type { GatewayProcess } from '../bench/server/gateway.ts';

const LOOK_EVERY = 500;
/** Time without a delivery (ms) after which none is expected any more. */
const QUIET = 2000;
/** The same where something is still missing: longer than any delay, claim or lease. */
const LONG_QUIET = 45_000;

/** Waits until every expected event was acknowledged, or no more deliveries arrive. */
export async function waitForQuiescence(
	{ records, now }: Recorder,
	webhooksFor: (event: string) => readonly string[],
): Promise<void> {
	for (;;) {
		await pause(LOOK_EVERY);
		const last = records.findLast(({ kind }) => kind === 'delivery')?.at ?? 0;
		const quiet = now() - last;
		if (quiet > LONG_QUIET) return;
		if (quiet > QUIET && missing(records, webhooksFor) === 0) return;
	}
}

/** Returns the number of missing acknowledgements of accepted messages. */
function missing(records: Recorder['records'], webhooksFor: (event: string) => readonly string[]): number {
	const acknowledged = new Set(
		recordsOf(records, 'delivery')
			.filter(({ answer }) => answer === 200)
			.map(({ webhook, event, messageId }) => `${webhook} ${event} ${messageId}`),
	);
	let count = 0;
	const expect = (event: string, messageId: string): void => {
		for (const webhook of webhooksFor(event)) {
			if (!acknowledged.has(`${webhook} ${event} ${messageId}`)) count += 1;
		}
	};
	for (const { messageId, send } of acceptedMessages(records).values()) {
		for (const event of expectedOutcome(send.to).events) expect(event, messageId);
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

/** Records every message of an instance from the history. */
export async function recordStoredMessages(
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
