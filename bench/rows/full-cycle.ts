import path from 'node:path';
import { sendJob } from '../load/send-job.ts';
import type { PostJob } from '../load/post-alone.ts';
import { rateOf, startLoad, type Load } from '../load/start-load.ts';
import { perSecond, ratioRow, type Measurement, type Row, type Terms } from '../report/row.ts';
import { connectedInstance, registeredWebhook } from '../server/client.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import type { ReceiverQuestion, ReceiverReply } from '../server/receiver-questions.ts';
import { median } from '../statistics.ts';
import { startWorker, type Worker } from '../worker.ts';

const EVENTS = ['message.sent', 'message.delivered', 'message.read'] as const;
const CONNECTIONS = 64;
const INSTANCES = 4;
/** Messages that may be on their way when the most is to be had: accepted, and message.read not yet received. */
const WINDOW = 1000;
/** Messages a second that must be sustained. */
const REQUIRED = 2000;
/** Messages that may wait at the required rate: what is accepted in one second. */
const BACKLOG_LIMIT = REQUIRED;
/** As many as the gateway opens to one receiver. */
const POST_CONNECTIONS = 32;
const LOOK_EVERY = 20;
/** Milliseconds in which a backlog has to be worked off in the end. */
const DRAIN = 30_000;

type Receiver = Worker<ReceiverQuestion, ReceiverReply>;

/** What a gateway did between two looks at its receiver. */
interface Cycle {
	messages: number;
	deliveries: number;
	backlog: number;
	drainedIn: number | null;
}

/** (b) accepted, sent, delivered and read, each step told to a webhook. */
export const fullCycle: Measurement = async (terms) => {
	const load = startLoad();
	const most: Cycle[] = [];
	const steady: Cycle[] = [];
	const alone: number[] = [];
	try {
		for (let round = 0; round < terms.rounds; round += 1) {
			most.push(await cycle(terms, load, null));
			steady.push(await cycle(terms, load, REQUIRED));
			alone.push(await undiciAlone(terms));
			terms.progress(
				`full cycle ${round + 1}/${terms.rounds}: most ${JSON.stringify(most.at(-1))}, at ${REQUIRED}/s ${JSON.stringify(steady.at(-1))}, undici alone ${Math.round(alone.at(-1) ?? 0)}`,
			);
		}
	} finally {
		await load.end();
	}
	const messages = median(most.map((one) => one.messages));
	const deliveries = median(most.map((one) => one.deliveries));
	return [
		{
			name: '(b) accepted to read, most',
			ours: perSecond(messages),
			required: `>= ${perSecond(REQUIRED)}`,
			ok: messages >= REQUIRED,
		},
		backlogRow(steady),
		ratioRow('(b) deliveries, against undici alone', deliveries, median(alone), 0.6),
	];
};

function backlogRow(steady: readonly Cycle[]): Row {
	const backlog = median(steady.map((one) => one.backlog));
	const drained = median(steady.map((one) => one.drainedIn ?? Infinity));
	return {
		name: `(b) backlog at ${perSecond(REQUIRED)} (drained in ${(drained / 1000).toFixed(1)} s)`,
		ours: Math.round(backlog).toLocaleString('en'),
		required: `<= ${BACKLOG_LIMIT.toLocaleString('en')}`,
		ok: backlog <= BACKLOG_LIMIT && Number.isFinite(drained),
	};
}

/** Sends at a steady rate, or, without one, as much as comes through. */
async function cycle(terms: Terms, load: Load, rate: number | null): Promise<Cycle> {
	const place = await terms.engine.place();
	const profile = terms.onProfile !== null && rate === null;
	const gateway = await startGateway({ folder: place.folder, settings: place.settings, profile });
	const receiver = startReceiver();
	try {
		const instances = await prepared(gateway, receiver);
		await drive(load, receiver, gateway, instances, { seconds: 1, rate });
		return await drive(load, receiver, gateway, instances, { seconds: terms.seconds, rate });
	} finally {
		await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
		await receiver.end();
		if (profile) await terms.onProfile?.(place.folder);
		await place.remove();
	}
}

async function prepared(gateway: GatewayProcess, receiver: Receiver): Promise<string[]> {
	const { url = '' } = await receiver.ask('url');
	await registeredWebhook(gateway, `${url}/hook`, EVENTS);
	const instances: string[] = [];
	for (let number = 0; number < INSTANCES; number += 1) {
		instances.push(await connectedInstance(gateway, `Shop ${number}`));
	}
	return instances;
}

async function drive(
	load: Load,
	receiver: Receiver,
	gateway: GatewayProcess,
	instances: readonly string[],
	{ seconds, rate }: { seconds: number; rate: number | null },
): Promise<Cycle> {
	const before = await countsOf(receiver);
	const start = performance.now();
	const job = sendJob(gateway, instances, {
		connections: CONNECTIONS,
		seconds,
		...(rate === null ? { allowed: WINDOW } : { perSecond: rate }),
	});
	const state = { over: false };
	const running = load.ask(job).then((result) => {
		state.over = true;
		return result;
	});
	// Wrong by what was accepted in the last look, which is little against the limit.
	let backlog = 0;
	let atEnd = before;
	while (!state.over) {
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
		atEnd = await countsOf(receiver);
		const read = atEnd.read - before.read;
		if (rate === null) load.tell({ kind: 'allow', allowed: read + WINDOW });
		else backlog = Math.max(backlog, ((performance.now() - start) / 1000) * rate - read);
	}
	const measured = (performance.now() - start) / 1000;
	const result = await running;
	const accepted = rateOf(result, 202) * result.seconds;
	const drainedIn = await drained(receiver, before.read + accepted);
	return {
		messages: (atEnd.read - before.read) / measured,
		deliveries: (atEnd.all - before.all) / measured,
		backlog: rate === null ? WINDOW : backlog,
		drainedIn,
	};
}

/** Milliseconds until as many messages are read; null when that takes too long. */
async function drained(receiver: Receiver, messages: number): Promise<number | null> {
	const start = performance.now();
	while (performance.now() - start < DRAIN) {
		if ((await countsOf(receiver)).read >= Math.round(messages)) return performance.now() - start;
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
	}
	return null;
}

/** The same kind of bodies, posted to the same kind of receiver by undici and nothing else. */
async function undiciAlone({ engine, seconds }: Terms): Promise<number> {
	const place = await engine.place();
	const gateway = await startGateway(place);
	const receiver = startReceiver();
	const poster = startWorker<PostJob, number>(path.join(import.meta.dirname, '../load/post-alone.ts'));
	try {
		const [instanceId = ''] = await prepared(gateway, receiver);
		for (let sent = 0; sent < 20; sent += 1) {
			const body = {
				instanceId,
				to: '4915112345678',
				message: 'Your order is on its way and arrives tomorrow.',
			};
			await gateway.must('POST', '/v1/messages/send', body);
		}
		await drained(receiver, 20);
		await gateway.end('SIGKILL');
		const { url = '' } = await receiver.ask('url');
		const { samples = [] } = await receiver.ask('samples');
		const job = {
			url: `${url}/hook`,
			headers: DELIVERY_HEADERS,
			bodies: samples,
			connections: POST_CONNECTIONS,
		};
		await poster.ask({ ...job, seconds: 1 });
		return await poster.ask({ ...job, seconds });
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await poster.end();
		await place.remove();
	}
}

/** As long as those of a delivery. */
const DELIVERY_HEADERS = {
	'content-type': 'application/json',
	'user-agent': 'messaging-gateway/1',
	'x-service-attempt': '1',
	'x-service-signature': `sha256=${'0'.repeat(64)}`,
	'webhook-id': `evt_${'0'.repeat(26)}`,
	'webhook-timestamp': '1700000000',
	'webhook-signature': `v1,${'0'.repeat(44)}`,
};

function startReceiver(): Receiver {
	return startWorker(path.join(import.meta.dirname, '../server/receiver.ts'));
}

/** Events received so far: of all kinds, and message.read. */
async function countsOf(receiver: Receiver): Promise<{ all: number; read: number }> {
	const { counts = {} } = await receiver.ask('counts');
	const all = EVENTS.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
	return { all, read: counts['message.read'] ?? 0 };
}
