import { setTimeout as sleep } from 'node:timers/promises';
import { sendJob } from '../load/send-job.ts';
import { acceptedCount, type Load } from '../load/start-load.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import type { Engine } from '../server/engine.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import type { Receiver } from '../server/start-receiver.ts';
import { measureRun, type Figures } from './figures.ts';
import type { RunResult } from './protocol.ts';
import { openJobCounter, type JobCounter } from './queues/queue.ts';

const INSTANCES = 4;
const EVENT = 'message.sent';
/** The network confirms at once that it sent a message, and neither delivery nor reading during the measurement. */
const ONLY_SENT = { GATEWAY_SIMULATOR_LATENCY_MS: '0,3600000,3600000' };
const POLL_INTERVAL = 10;

/** The options of the measurement, the same for the gateway and for queues. */
export interface CycleSettings {
	receiver: Receiver;
	receiverUrl: string;
	/** Seconds of enqueueing, after those of the warm-up. */
	seconds: number;
	warmUp: number;
	connections: number;
	window: number;
}

/** A job of ours is an accepted message whose one event is delivered. Returns its figures, and the body of an event. */
export async function measureGateway(
	engine: Engine,
	load: Load,
	settings: CycleSettings,
): Promise<{ figures: Figures; body: string }> {
	const storage = await engine.createStorage();
	const { DATABASE_URL: databaseUrl = '' } = storage.settings;
	const gateway = await startGateway({
		folder: storage.folder,
		settings: { ...storage.settings, ...ONLY_SENT },
	});
	const unfinished = await openJobCounter(
		databaseUrl,
		'select count(*) from deliveries where finished_at is null',
	);
	try {
		await registerWebhook(gateway, `${settings.receiverUrl}/hook`, [EVENT]);
		const instances: string[] = [];
		for (let number = 1; number <= INSTANCES; number += 1) {
			instances.push(await createConnectedInstance(gateway, `Shop ${number}`));
		}
		const run = (seconds: number): Promise<RunResult> =>
			sendMessages({ gateway, load, instances, unfinished }, settings, seconds);
		await run(settings.warmUp);
		const figures = await measureRun(
			() => run(settings.seconds),
			() => ({ worker: processorTime(gateway.pid), database: engine.processorTime() }),
		);
		const { samples: [body = ''] = [] } = await settings.receiver.request('samples');
		return { figures, body };
	} finally {
		await unfinished.close();
		await gateway.end('SIGKILL');
		await storage.remove();
	}
}

interface Sender {
	gateway: GatewayProcess;
	load: Load;
	instances: readonly string[];
	/** Counts the deliveries that are not recorded as done. */
	unfinished: Pick<JobCounter, 'count'>;
}

async function sendMessages(
	{ gateway, load, instances, unfinished }: Sender,
	{ receiver, connections, window }: CycleSettings,
	seconds: number,
): Promise<RunResult> {
	const before = await countEvents(receiver);
	const start = performance.now();
	const state = { finished: false };
	const sending = load
		.run(sendJob(gateway, instances, { connections, seconds, allowed: window }))
		.finally(() => (state.finished = true));
	while (!state.finished) {
		await sleep(POLL_INTERVAL);
		load.allow((await countEvents(receiver)) - before + window);
	}
	const { accepted } = acceptedCount(await sending);
	while ((await countEvents(receiver)) - before < accepted) await sleep(POLL_INTERVAL);
	while ((await unfinished.count()) > 0) await sleep(POLL_INTERVAL);
	return { jobs: accepted, seconds: (performance.now() - start) / 1000 };
}

async function countEvents(receiver: Receiver): Promise<number> {
	const { counts = {} } = await receiver.request('counts');
	return counts[EVENT] ?? 0;
}
