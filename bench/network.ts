import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startReceiver } from '../gateway/test/support/servers/receiver.ts';
import {
	startWhatsAppGateway,
	type WhatsAppGateway,
} from '../gateway/test/support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { startBare, type BareSessions } from './network/bare.ts';
import { percentile } from './statistics.ts';

/**
 * `npm run bench:network`: WhatsApp by QR code, on the stand-in for WhatsApp's server. Measures the messages per second
 * in both directions, the time of a single message, the memory of idle sessions, and the time to reconnect them, each
 * compared with Baileys alone, which stores nothing durably and acknowledges a message before it is delivered.
 */
const { values } = parseArgs({
	options: {
		sessions: { type: 'string', default: '1,50,200' },
		messages: { type: 'string', default: '500' },
		reconnect: { type: 'string', default: '100' },
	},
});
const COUNTS = values.sessions.split(',').map(Number);
const MESSAGES = Number(values.messages);
const RECONNECT = Number(values.reconnect);
const CHATS = 32;
const SINGLE = 60;
/** Milliseconds until a process is idle. */
const SETTLE_TIME = 8000;
const MB = 1024 * 1024;

const accountOf = (series: number) => (index: number) => `49${series}5${String(index).padStart(7, '0')}7`;
const chatOf = (index: number) => `491600000${String(index % CHATS).padStart(3, '0')}7`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const whatsApp = await startWhatsApp();
// Phones send no receipts, so that only the way to them is measured.
await whatsApp.messageRules({ receipts: [] });
try {
	await throughput(whatsApp);
	const memory = new Map<number, { ours: number; bare: number }>();
	for (const count of COUNTS) {
		const figures = { ours: await memoryOfOurs(whatsApp, count), bare: await memoryOfBare(whatsApp, count) };
		memory.set(count, figures);
		print(`${count} idle sessions: ours ${mb(figures.ours)}, bare Baileys ${mb(figures.bare)}`);
	}
	const [first] = COUNTS;
	const [one, many] = [memory.get(first ?? 1), memory.get(COUNTS.at(-1) ?? 1)];
	const more = (COUNTS.at(-1) ?? 1) - (first ?? 1);
	if (one !== undefined && many !== undefined && more > 0) {
		const [ours, bare] = [(many.ours - one.ours) / more, (many.bare - one.bare) / more];
		print(
			`each further session: ours ${mb(ours)}, bare ${mb(bare)}, difference ${mb(ours - bare)} (mark: 2 MB)`,
		);
	}
} finally {
	await whatsApp.close();
}

/** Measures both directions, ours and Baileys alone alternately on the same server. */
async function throughput(server: WhatsApp): Promise<void> {
	const gateway = await startWhatsAppGateway(server, { GATEWAY_LOG_LEVEL: 'silent' });
	const receiver = await startReceiver();
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-network-'));
	const bare = await startBare(server, folder, 1, accountOf(2));
	try {
		const [ourAccount, bareAccount] = [accountOf(1)(0), accountOf(2)(0)];
		await gateway.client.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.sent', 'message.received'],
		});
		const instanceId = await gateway.linked(ourAccount);
		const count = (kind: string): number => receiver.requests.filter(({ at }) => at('event') === kind).length;
		const texts = (label: string, length: number) =>
			Array.from({ length }, (_, index) => ({ to: chatOf(index), text: `${label} ${index}` }));
		const post = ({ to, text }: { to: string; text: string }) =>
			gateway.client.post('/v1/messages/send', { instanceId, to, message: text });
		await Promise.all(texts('warm', CHATS).map(post));
		await waitUntil(() => count('message.sent') >= CHATS);
		await bare.send(texts('warm', CHATS), 8);

		let startedAt = performance.now();
		let before = count('message.sent');
		await Promise.all(texts('out', MESSAGES).map(post));
		await waitUntil(() => count('message.sent') >= before + MESSAGES);
		const ourRate = rate(MESSAGES, startedAt);
		startedAt = performance.now();
		await bare.send(texts('out', MESSAGES), CHATS);
		print(
			`out: ours ${ourRate} messages/s, from the request to the webhook; bare ${rate(MESSAGES, startedAt)}`,
		);

		const ours: number[] = [];
		for (const one of texts('single', SINGLE)) {
			startedAt = performance.now();
			before = count('message.sent');
			await post(one);
			await waitUntil(() => count('message.sent') > before);
			ours.push(performance.now() - startedAt);
		}
		print(
			`out, one at a time: ours ${percentiles(ours)}; bare ${percentiles(await bare.send(texts('single', SINGLE), 1))}`,
		);

		startedAt = performance.now();
		before = count('message.received');
		await server.burst(chatOf(0), ourAccount, 'in', MESSAGES);
		await waitUntil(() => count('message.received') >= before + MESSAGES);
		const inRate = rate(MESSAGES, startedAt);
		startedAt = performance.now();
		const { received } = await bare.getUsage();
		await server.burst(chatOf(0), bareAccount, 'in', MESSAGES);
		await waitUntil(async () => (await bare.getUsage()).received >= received + MESSAGES);
		print(
			`in: ours ${inRate} messages/s, from the phone to the webhook; bare ${rate(MESSAGES, startedAt)}, to its event`,
		);

		const arrivals: number[] = [];
		for (let index = 0; index < SINGLE; index += 1) {
			startedAt = performance.now();
			before = count('message.received');
			await server.send(chatOf(1), ourAccount, { text: `single ${index}` });
			await waitUntil(() => count('message.received') > before);
			arrivals.push(performance.now() - startedAt);
		}
		print(`in, one at a time, from the phone to the webhook: ours ${percentiles(arrivals)}`);
	} finally {
		await bare.end();
		await gateway.close();
		await receiver.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Returns the memory of an idle gateway that was started with `count` linked instances, in bytes. */
async function memoryOfOurs(server: WhatsApp, count: number): Promise<number> {
	const gateway = await startWhatsAppGateway(server, { GATEWAY_LOG_LEVEL: 'silent' });
	try {
		const ids: string[] = [];
		for (let index = 0; index < count; index += 1)
			ids.push(await gateway.linked(accountOf(3)(index + count * 1000)));
		const startedAt = performance.now();
		await gateway.restart();
		const started = performance.now() - startedAt;
		// Each request resets the measurement, so this one excludes the delays of the start.
		await metricOf(gateway, 'nodejs_eventloop_lag_p99_seconds');
		await waitUntil(async () => (await connectedIn(gateway)) === count);
		const back = (performance.now() - startedAt) / 1000;
		const lag = await metricOf(gateway, 'nodejs_eventloop_lag_p99_seconds');
		if (count >= RECONNECT) {
			print(
				`${count} sessions reconnected ${back.toFixed(1)} s after the start (ready after ${(started / 1000).toFixed(1)} s; mark for 100: 20 s); event loop p99 ${(lag * 1000).toFixed(1)} ms (mark: 50 ms)`,
			);
		}
		await sleep(SETTLE_TIME);
		return await metricOf(gateway, 'process_resident_memory_bytes');
	} finally {
		await gateway.close();
	}
}

/** Returns the memory of idle sessions of Baileys alone, in bytes. */
async function memoryOfBare(server: WhatsApp, count: number): Promise<number> {
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-network-'));
	const phones = (index: number) => accountOf(4)(index + count * 1000);
	try {
		const linking = await startBare(server, folder, count, phones);
		await linking.end();
		const idle: BareSessions = await startBare(server, folder, count, phones);
		await sleep(SETTLE_TIME);
		const { rss } = await idle.getUsage();
		await idle.end();
		return rss;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function connectedIn({ client }: WhatsAppGateway): Promise<number> {
	let connected = 0;
	for (let offset = 0; ; offset += 100) {
		const page = await client.get(`/v1/instances?status=connected&limit=100&offset=${offset}`);
		connected += (page.at('data') as unknown[]).length;
		if (page.at('pagination.hasMore') !== true) return connected;
	}
}

async function metricOf({ client }: WhatsAppGateway, name: string): Promise<number> {
	const response = await fetch(`${client.url}/metrics`, { headers: client.headers });
	const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
	return Number(line?.split(' ')[1] ?? Number.NaN);
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = performance.now() + 120_000;
	while (!(await condition())) {
		if (performance.now() > deadline) throw new Error('The condition did not hold within two minutes.');
		await sleep(1);
	}
}

function rate(messages: number, startedAt: number): string {
	return ((messages * 1000) / (performance.now() - startedAt)).toFixed(0);
}

function percentiles(times: readonly number[]): string {
	return `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`;
}

function mb(bytes: number): string {
	return `${(bytes / MB).toFixed(2)} MB`;
}
