import { sendJob } from '../load/send-job.ts';
import { acceptedCount, type Load } from '../load/start-load.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import type { GatewayProcess } from '../server/gateway.ts';
import type { Receiver } from '../server/start-receiver.ts';
import { sum } from '../statistics.ts';

const EVENTS = ['message.sent', 'message.delivered', 'message.read'] as const;
const CONNECTIONS = 64;
const INSTANCES = 4;
/** Messages that may be on their way when the most is to be had: accepted, and message.read not yet received. */
const WINDOW = 1000;
const LOOK_EVERY = 20;
/** Milliseconds in which a backlog has to be worked off in the end. */
const DRAIN = 30_000;

/** A gateway and its load generators. */
export interface CycleResult {
	gateway: GatewayProcess;
	load: Load;
}

/** The results of a load test. */
export interface Cycle {
	/** Messages accepted a second while sending; read, and deliveries of any kind, until all were read. */
	accepted: number;
	messages: number;
	deliveries: number;
	/** Messages that were read until everything was drained. */
	count: number;
	/** Messages that were refused for now. */
	refused: number;
	/** The most messages that were accepted and not read yet. */
	backlog: number;
	/** Milliseconds from the last acceptance to the last message read; null when that took too long. */
	drainedIn: number | null;
}

/** Creates instances, and a webhook for every event of a message. Returns the instance IDs. */
export async function prepareCycle(gateway: GatewayProcess, receiverUrl: string): Promise<string[]> {
	await registerWebhook(gateway, `${receiverUrl}/hook`, EVENTS);
	const instances: string[] = [];
	for (let number = 1; number <= INSTANCES; number += 1) {
		instances.push(await createConnectedInstance(gateway, `Shop ${number}`));
	}
	return instances;
}

/** Sends through gateways, in equal parts, at a steady rate or, without one, as much as comes through. */
export async function drive(
	driven: readonly CycleResult[],
	receiver: Receiver,
	instances: readonly string[],
	{ seconds, rate }: { seconds: number; rate: number | null },
): Promise<Cycle> {
	const before = await eventsAt(receiver);
	const start = performance.now();
	const share = (whole: number): number => whole / driven.length;
	const jobs = driven.map(({ gateway, load }) =>
		load.run(
			sendJob(gateway, instances, {
				connections: share(CONNECTIONS),
				seconds,
				...(rate === null ? { allowed: share(WINDOW) } : { perSecond: share(rate) }),
			}),
		),
	);
	const state = { over: false };
	const results = Promise.all(jobs).then((all) => {
		state.over = true;
		return all;
	});
	let backlog = 0;
	while (!state.over) {
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
		const read = (await eventsAt(receiver)).read - before.read;
		const answered = await Promise.all(driven.map(({ load }) => load.answered()));
		backlog = Math.max(backlog, sum(answered) - read);
		if (rate !== null) continue;
		for (const { load } of driven) load.allow(share(read + WINDOW));
	}
	const sending = secondsSince(start);
	const answers = (await results).map(acceptedCount);
	const accepted = sum(answers.map((one) => one.accepted));
	const drainedIn = await waitUntilDrained(receiver, before.read + accepted);
	const all = secondsSince(start);
	const last = await eventsAt(receiver);
	return {
		accepted: accepted / sending,
		messages: (last.read - before.read) / all,
		deliveries: (last.all - before.all) / all,
		count: accepted,
		refused: sum(answers.map((one) => one.refused)),
		backlog,
		drainedIn,
	};
}

function secondsSince(start: number): number {
	return (performance.now() - start) / 1000;
}

/** Milliseconds until as many messages are read; null when that takes too long. */
export async function waitUntilDrained(receiver: Receiver, messages: number): Promise<number | null> {
	const start = performance.now();
	while (performance.now() - start < DRAIN) {
		if ((await eventsAt(receiver)).read >= messages) return Math.round(performance.now() - start);
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
	}
	return null;
}

/** Events received so far: of all kinds, and message.read. */
async function eventsAt(receiver: Receiver): Promise<{ all: number; read: number }> {
	const { counts = {} } = await receiver.ask('counts');
	return { all: sum(EVENTS.map((kind) => counts[kind] ?? 0)), read: counts['message.read'] ?? 0 };
}
