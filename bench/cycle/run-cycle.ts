import { setTimeout as sleep } from 'node:timers/promises';
import { sendJob } from '../load/send-job.ts';
import { acceptedCount, type Load } from '../load/start-load.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import type { GatewayProcess } from '../server/gateway.ts';
import type { Receiver } from '../server/start-receiver.ts';
import { sum } from '../statistics.ts';

const EVENTS = ['message.sent', 'message.delivered', 'message.read'] as const;
const CONNECTIONS = 64;
const INSTANCES = 4;
/** Without a rate: accepted messages whose message.read has not arrived yet, at most. */
const WINDOW = 1000;
/** Milliseconds between two polls of the receiver and the load generators. */
const POLL_INTERVAL = 20;
/** Milliseconds after the last acceptance until every message must be read. */
const DRAIN_TIMEOUT = 30_000;

/** A server that accepts messages, and its load generator. */
export interface LoadTarget {
	gateway: Pick<GatewayProcess, 'url' | 'key'>;
	load: Load;
}

export interface CycleTarget extends LoadTarget {
	gateway: GatewayProcess;
}

/** The results of one run. */
export interface CycleResult {
	/** Messages accepted per second of sending. */
	accepted: number;
	/** Messages read, and webhook requests, per second until the last message was read. */
	messages: number;
	deliveries: number;
	/** Accepted messages in total. */
	total: number;
	/** Requests that were rejected with 503. */
	refused: number;
	/** The highest number of messages that were accepted and not read yet. */
	backlog: number;
	/** Milliseconds from the last acceptance to the last message.read; null after the time limit. */
	drainedIn: number | null;
}

/** Creates instances and one webhook for all events of sent messages. Returns the instance ids. */
export async function prepareCycle(
	gateway: GatewayProcess,
	receiverUrl: string,
	count = INSTANCES,
): Promise<string[]> {
	await registerWebhook(gateway, `${receiverUrl}/hook`, EVENTS);
	const instances: string[] = [];
	for (let number = 1; number <= count; number += 1) {
		instances.push(await createConnectedInstance(gateway, `Shop ${number}`));
	}
	return instances;
}

/**
 * Sends through all gateways in equal parts for `seconds`: at `rate` messages a second, or without one as fast as they
 * allow.
 */
export async function runCycle(
	targets: readonly LoadTarget[],
	receiver: Receiver,
	instances: readonly string[],
	{ seconds, rate }: { seconds: number; rate: number | null },
): Promise<CycleResult> {
	const before = await countEvents(receiver);
	const start = performance.now();
	const share = (whole: number): number => whole / targets.length;
	const jobs = targets.map(({ gateway, load }, index) =>
		load.run(
			sendJob(gateway, instances, {
				connections: share(CONNECTIONS),
				seconds,
				// Each begins with another chat: else all would write in the same chat at the same moment.
				first: index / targets.length,
				...(rate === null ? { allowed: share(WINDOW) } : { perSecond: share(rate) }),
			}),
		),
	);
	const state = { finished: false };
	const results = Promise.all(jobs).then((all) => {
		state.finished = true;
		return all;
	});
	let backlog = 0;
	while (!state.finished) {
		await sleep(POLL_INTERVAL);
		const read = (await countEvents(receiver)).read - before.read;
		const answered = await Promise.all(targets.map(({ load }) => load.answered()));
		backlog = Math.max(backlog, sum(answered) - read);
		if (rate !== null) continue;
		for (const { load } of targets) load.allow(share(read + WINDOW));
	}
	const sending = secondsSince(start);
	const answers = (await results).map(acceptedCount);
	const accepted = sum(answers.map((one) => one.accepted));
	const drainedIn = await waitUntilDrained(receiver, before.read + accepted);
	const duration = secondsSince(start);
	const last = await countEvents(receiver);
	return {
		accepted: accepted / sending,
		messages: (last.read - before.read) / duration,
		deliveries: (last.all - before.all) / duration,
		total: accepted,
		refused: sum(answers.map((one) => one.refused)),
		backlog,
		drainedIn,
	};
}

function secondsSince(start: number): number {
	return (performance.now() - start) / 1000;
}

/** Waits until the receiver has `messages` message.read events. Returns the milliseconds; null after the time limit. */
export async function waitUntilDrained(receiver: Receiver, messages: number): Promise<number | null> {
	const start = performance.now();
	while (performance.now() - start < DRAIN_TIMEOUT) {
		if ((await countEvents(receiver)).read >= messages) return Math.round(performance.now() - start);
		await sleep(POLL_INTERVAL);
	}
	return null;
}

/** Returns the number of events received so far: of all kinds, and of message.read. */
async function countEvents(receiver: Receiver): Promise<{ all: number; read: number }> {
	const { counts = {} } = await receiver.request('counts');
	return { all: sum(EVENTS.map((kind) => counts[kind] ?? 0)), read: counts['message.read'] ?? 0 };
}
