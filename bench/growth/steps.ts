import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilDrained } from '../cycle/run-cycle.ts';
import type { LoadJob } from '../load/job.ts';
import { acceptedCount, type Load } from '../load/start-load.ts';
import { contactPhone } from '../read/people.ts';
import type { Engine } from '../server/engine.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import type { Receiver } from '../server/start-receiver.ts';
import { usedTime } from './cost.ts';
import type { Filled } from './filled.ts';

/** The inputs of the measured steps. */
export interface StepOptions {
	engine: Engine;
	load: Load;
	receiver: Receiver;
	/** Seconds of load. */
	seconds: number;
}

/** What happens to a message. Returns milliseconds of processor time, of the gateway and the database, for each one. */
export type Step = (filled: Filled, options: StepOptions) => Promise<number>;

/** Messages a second: few enough for a small machine, so that all databases get the same load. */
const RATE = 200;
const CONNECTIONS = 16;
/** Seconds of load before the measurement. */
const WARM_UP = 3;
/** Chats that messages are sent to, and pages of history that are requested. */
const TARGETS = 2000;
const PAGES = 500;
const PAGES_BEFORE = 50;
/** A prime, which spreads the chats over the database. */
const STRIDE = 7919;
/** A network so slow that no instance is connected during the measurement: the gateway only accepts messages. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };

/** The requests that accept messages, with a network that accepts none. */
export const accept: Step = async (filled, options) => {
	const cost = await withGateway(filled, SLOW_NETWORK, async (gateway) => {
		await send(filled, gateway, options, WARM_UP);
		const before = usedTime(options.engine, gateway);
		const accepted = await send(filled, gateway, options, options.seconds);
		return ((usedTime(options.engine, gateway) - before) / accepted) * 1000;
	});
	// The next gateway would send them.
	await filled.database.execute(
		`update messages set status = 'read', sent_at = created_at, delivered_at = created_at, read_at = created_at
		where status = 'queued'`,
	);
	return cost;
};

/** Accepted, claimed, sent, delivered and read, with an event and a delivery for each step. */
export const cycle: Step = (filled, options) =>
	withGateway(filled, {}, async (gateway) => {
		await connected(gateway);
		const { engine, receiver } = options;
		const run = async (seconds: number): Promise<number> => {
			const { counts = {} } = await receiver.request('counts');
			const accepted = await send(filled, gateway, options, seconds);
			const drained = await waitUntilDrained(receiver, (counts['message.read'] ?? 0) + accepted);
			if (drained === null) throw new Error('Not all messages were read in time.');
			return accepted;
		};
		await run(WARM_UP);
		const before = usedTime(engine, gateway);
		const messages = await run(options.seconds);
		return ((usedTime(engine, gateway) - before) / messages) * 1000;
	});

/** A page with the newest messages of a chat. */
export const history: Step = (filled, { engine }) =>
	withGateway(filled, {}, async (gateway) => {
		const request = async (turn: number): Promise<void> => {
			const chat = chatAt(filled, turn);
			const instanceId = filled.owners.instanceIds[chat % filled.owners.instanceIds.length] ?? '';
			const page = await gateway.must(
				'GET',
				`/v1/messages?instanceId=${instanceId}&phone=${contactPhone(chat)}&limit=50`,
			);
			if ((page as { data: unknown[] }).data.length < 50) throw new Error('A page of history is too short.');
		};
		for (let turn = 0; turn < PAGES_BEFORE; turn += 1) await request(turn);
		const before = usedTime(engine, gateway);
		for (let turn = PAGES_BEFORE; turn < PAGES_BEFORE + PAGES; turn += 1) await request(turn);
		return ((usedTime(engine, gateway) - before) / PAGES) * 1000;
	});

/** Runs a function with a gateway on a filled database, and stops the gateway in order. */
export async function withGateway<Result>(
	{ storage }: Filled,
	settings: Record<string, string>,
	use: (gateway: GatewayProcess) => Promise<Result>,
): Promise<Result> {
	const gateway = await startGateway({
		folder: storage.folder,
		settings: { ...storage.settings, GATEWAY_LOG_LEVEL: 'warn', ...settings },
	});
	try {
		return await use(gateway);
	} finally {
		await gateway.end('SIGTERM');
	}
}

/** Resolves when all instances are connected again. */
async function connected(gateway: GatewayProcess): Promise<void> {
	for (;;) {
		const { data } = (await gateway.must('GET', '/v1/instances?limit=100')) as { data: { status: string }[] };
		if (data.every(({ status }) => status === 'connected')) return;
		await sleep(20);
	}
}

function chatAt({ chats }: Filled, turn: number): number {
	return (turn * STRIDE) % chats;
}

/** Sends to chats all over the database. Returns how many messages were accepted. */
async function send(
	filled: Filled,
	{ url, key }: GatewayProcess,
	{ load }: StepOptions,
	seconds: number,
): Promise<number> {
	const { instanceIds } = filled.owners;
	const bodies = Array.from({ length: Math.min(TARGETS, filled.chats) }, (_, turn) => {
		const chat = chatAt(filled, turn);
		return JSON.stringify({
			instanceId: instanceIds[chat % instanceIds.length],
			to: contactPhone(chat),
			message: `Your order ${turn} is on its way and arrives tomorrow between 9 and 12.`,
		});
	});
	const job: LoadJob = {
		kind: 'run',
		url,
		path: '/v1/messages/send',
		headers: { authorization: `Bearer ${key}` },
		bodies,
		connections: CONNECTIONS,
		seconds,
		perSecond: RATE,
	};
	return acceptedCount(await load.run(job)).accepted;
}
