import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startReceiver } from '../gateway/test/support/receiver.ts';
import {
	startWhatsAppGateway,
	type WhatsAppGateway,
} from '../gateway/test/support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { startBare, type Bare } from './network/bare.ts';
import { percentile } from './statistics.ts';

/**
 * `npm run bench:network`: WhatsApp by QR code, through the stand-in for WhatsApp's server. Messages a second out and
 * in, how long one takes, the memory of idle sessions, and how fast they come back; all of it beside Baileys alone,
 * which stores nothing durably and acknowledges before anybody has a message.
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
/** Milliseconds after which a process is idle. */
const SETTLED = 8000;
const MB = 1024 * 1024;

const accountOf = (series: number) => (index: number) => `49${series}5${String(index).padStart(7, '0')}7`;
const chatOf = (index: number) => `491600000${String(index % CHATS).padStart(3, '0')}7`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const whatsApp = await startWhatsApp();
// Phones tell nothing of what they receive: what is measured is the way there.
await whatsApp.messageRules({ receipts: [] });
try {
	await throughput(whatsApp);
	const memory = new Map<number, { ours: number; bare: number }>();
	for (const count of COUNTS) {
		const figures = { ours: await memoryOfOurs(whatsApp, count), bare: await memoryOfBare(whatsApp, count) };
		memory.set(count, figures);
		say(`${count} idle sessions: ours ${mb(figures.ours)}, bare Baileys ${mb(figures.bare)}`);
	}
	const [first] = COUNTS;
	const [one, many] = [memory.get(first ?? 1), memory.get(COUNTS.at(-1) ?? 1)];
	const more = (COUNTS.at(-1) ?? 1) - (first ?? 1);
	if (one !== undefined && many !== undefined && more > 0) {
		const [ours, bare] = [(many.ours - one.ours) / more, (many.bare - one.bare) / more];
		say(`a session more: ours ${mb(ours)}, bare ${mb(bare)}, over it ${mb(ours - bare)} (mark: 2 MB)`);
	}
} finally {
	await whatsApp.close();
}

/** Out and in, ours and Baileys' in turns on the same server. */
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
		await reached(() => count('message.sent') >= CHATS);
		await bare.send(texts('warm', CHATS), 8);

		let begun = performance.now();
		let before = count('message.sent');
		await Promise.all(texts('out', MESSAGES).map(post));
		await reached(() => count('message.sent') >= before + MESSAGES);
		const ourRate = rate(MESSAGES, begun);
		begun = performance.now();
		await bare.send(texts('out', MESSAGES), CHATS);
		say(`out: ours ${ourRate} messages/s, from acceptance to the webhook; bare ${rate(MESSAGES, begun)}`);

		const ours: number[] = [];
		for (const one of texts('single', SINGLE)) {
			begun = performance.now();
			before = count('message.sent');
			await post(one);
			await reached(() => count('message.sent') > before);
			ours.push(performance.now() - begun);
		}
		say(
			`out, one at a time: ours ${spread(ours)}; bare ${spread(await bare.send(texts('single', SINGLE), 1))}`,
		);

		begun = performance.now();
		before = count('message.received');
		await server.burst(chatOf(0), ourAccount, 'in', MESSAGES);
		await reached(() => count('message.received') >= before + MESSAGES);
		const inRate = rate(MESSAGES, begun);
		begun = performance.now();
		const { received } = await bare.look();
		await server.burst(chatOf(0), bareAccount, 'in', MESSAGES);
		await reached(async () => (await bare.look()).received >= received + MESSAGES);
		say(`in: ours ${inRate} messages/s, to the webhook; bare ${rate(MESSAGES, begun)}, to its event`);

		const arrivals: number[] = [];
		for (let index = 0; index < SINGLE; index += 1) {
			begun = performance.now();
			before = count('message.received');
			await server.send(chatOf(1), ourAccount, { text: `single ${index}` });
			await reached(() => count('message.received') > before);
			arrivals.push(performance.now() - begun);
		}
		say(`in, one at a time, from the phone to the webhook: ours ${spread(arrivals)}`);
	} finally {
		await bare.end();
		await gateway.close();
		await receiver.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Bytes of a gateway that was started with so many linked instances and has nothing to do. */
async function memoryOfOurs(server: WhatsApp, count: number): Promise<number> {
	const gateway = await startWhatsAppGateway(server, { GATEWAY_LOG_LEVEL: 'silent' });
	try {
		const ids: string[] = [];
		for (let index = 0; index < count; index += 1)
			ids.push(await gateway.linked(accountOf(3)(index + count * 1000)));
		const begun = performance.now();
		await gateway.restart();
		const started = performance.now() - begun;
		// What is asked for is measured from the last time it was: what the start itself took is none of it.
		await metricOf(gateway, 'nodejs_eventloop_lag_p99_seconds');
		await reached(async () => (await connectedIn(gateway)) === count);
		const back = (performance.now() - begun) / 1000;
		const lag = await metricOf(gateway, 'nodejs_eventloop_lag_p99_seconds');
		if (count >= RECONNECT) {
			say(
				`${count} sessions back ${back.toFixed(1)} s after the start (ready after ${(started / 1000).toFixed(1)} s; mark for 100: 20 s); event loop p99 ${(lag * 1000).toFixed(1)} ms (mark: 50 ms)`,
			);
		}
		await elapsed(SETTLED);
		return await metricOf(gateway, 'process_resident_memory_bytes');
	} finally {
		await gateway.close();
	}
}

async function memoryOfBare(server: WhatsApp, count: number): Promise<number> {
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-network-'));
	const phones = (index: number) => accountOf(4)(index + count * 1000);
	try {
		const linking = await startBare(server, folder, count, phones);
		await linking.end();
		const idle: Bare = await startBare(server, folder, count, phones);
		await elapsed(SETTLED);
		const { rss } = await idle.look();
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

async function reached(look: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = performance.now() + 120_000;
	while (!(await look())) {
		if (performance.now() > deadline) throw new Error('It takes more than two minutes.');
		await elapsed(1);
	}
}

function rate(messages: number, begun: number): string {
	return ((messages * 1000) / (performance.now() - begun)).toFixed(0);
}

function spread(times: readonly number[]): string {
	return `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`;
}

function mb(bytes: number): string {
	return `${(bytes / MB).toFixed(2)} MB`;
}
