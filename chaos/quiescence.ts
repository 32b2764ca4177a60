import { setTimeout as sleep } from 'node:timers/promises';
import { expectedOutcome } from './history/expectation.ts';
import type { StoredRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';
import { acceptedMessages, recordsOf } from './history/traffic.ts';
import { request } from './load/request.ts';
import type { GatewayProcess } from '../bench/server/gateway.ts';

/** Milliseconds between two checks. */
const POLL_INTERVAL = 500;
/** Milliseconds without a delivery after which the run ends, when no acknowledgement is missing. */
const QUIET = 2000;
/** Milliseconds without a delivery after which the run ends in any case: longer than any delay, claim or lease. */
const LONG_QUIET = 45_000;

/** Waits until all expected events are acknowledged, or no more deliveries arrive. */
export async function waitForQuiescence(
	{ records, now }: Recorder,
	webhooksFor: (event: string) => readonly string[],
): Promise<void> {
	for (;;) {
		await sleep(POLL_INTERVAL);
		const last = records.findLast(({ kind }) => kind.endsWith('delivery'))?.at ?? 0;
		const quiet = now() - last;
		if (quiet > LONG_QUIET) return;
		if (quiet > QUIET && countMissing(records, webhooksFor) === 0) return;
	}
}

/** Returns the number of missing acknowledgements. */
function countMissing(
	records: Recorder['records'],
	webhooksFor: (event: string) => readonly string[],
): number {
	const joined = new Set(
		recordsOf(records, 'joined delivery')
			.filter(({ responseStatus }) => responseStatus === 200)
			.flatMap(({ messageIds }) => messageIds),
	);
	const acknowledged = new Set(
		recordsOf(records, 'delivery')
			.filter(({ responseStatus }) => responseStatus === 200)
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
	for (const { status, messageId } of recordsOf(records, 'inbound response')) {
		if (status !== 201 || messageId === null) continue;
		expect('message.received', messageId);
		if (!joined.has(messageId)) count += 1;
	}
	return count;
}

interface Page {
	data: Pick<StoredRecord, 'messageId' | 'direction' | 'status' | 'content'>[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** Records all messages in the history of an instance. Throws when a page cannot be read. */
export async function recordStoredMessages(
	gateway: GatewayProcess,
	instanceId: string,
	{ record }: Recorder,
): Promise<void> {
	let cursor: string | null = null;
	do {
		const before: string = cursor === null ? '' : `&before=${cursor}`;
		const path = `/v1/messages?instanceId=${instanceId}&limit=100${before}`;
		const { status, body } = await request(gateway, 'GET', path);
		if (status !== 200) throw new Error(`${path} got the status ${status}.`);
		const { data, pagination } = body as Page;
		for (const { messageId, direction, status: state, content } of data) {
			record({ kind: 'stored', messageId, direction, status: state, content });
		}
		cursor = pagination.hasMore ? pagination.nextCursor : null;
	} while (cursor !== null);
}
