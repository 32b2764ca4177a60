import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWhatsApp, type WhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';
import { baileysAlone, type BaileysFigures } from '../linked/baileys-alone.ts';
import { linkInstance, startLinkedGateway, untilConnected } from '../linked/linked-gateway.ts';
import type { SenderReply, SenderRequest } from '../linked/sender-protocol.ts';
import {
	costRow,
	milliseconds,
	perSecond,
	ratioRow,
	timeRow,
	type Measurement,
	type MeasureOptions,
} from '../report/row.ts';
import { registerWebhook } from '../server/client.ts';
import type { EngineName } from '../server/engine.ts';
import type { GatewayProcess } from '../server/gateway.ts';
import { processorTime, residentMemory } from '../server/process-figures.ts';
import { startReceiver, type Receiver } from '../server/start-receiver.ts';
import { median, percentile, sharedClockNow } from '../statistics.ts';
import { startWorker } from '../worker.ts';

const IN_FLIGHT = 64;
const BURST = 300;
/** Required messages per second until WhatsApp's acknowledgement. */
const REQUIRED: Readonly<Record<EngineName, number>> = { sqlite: 1000, postgres: 700 };
const MEMORY_LIMIT = 115;
const MB = 1024 * 1024;
/** Seconds of sending before the measurement: the first message to a phone creates its session. */
const WARM_UP = 3;
/** Milliseconds until a process is idle and has collected the garbage of its start. */
const SETTLE_TIME = 15_000;
/** Milliseconds after which a missing event counts as Infinity. */
const ARRIVAL_TIMEOUT = 15_000;
const POLL_INTERVAL = 50;
/** The phone that is linked. */
const ACCOUNT = '491515550000017';

/** The phone that is linked by Baileys alone, and the messages that it sends. */
const BAILEYS_ACCOUNT = '491515550000027';
const BAILEYS_MESSAGES = { warmUpMessages: 1500, messages: 3000 };

/** A phone that sends no receipts. It ends in 7, which selects no special behavior of the stand-in. */
const phoneAt = (index: number): string => String(4_916_000_000_007 + index * 10);
const phones = (count: number): string[] => Array.from({ length: count }, (_, index) => phoneAt(index));

/** The figures of a round; times in milliseconds. */
interface LinkedFigures {
	rate: number;
	sendCost: number;
	/** Processor time of the stand-in for a message, which includes that of the phone. */
	standInCost: number;
	/** Until the webhook, of phones that write for the first time: most of them begin an encrypted session. */
	firstP50: number;
	firstLast: number;
	/** The same of their second message. */
	p50: number;
	last: number;
	receiveCost: number;
	memory: number;
}

/** (q) an instance that is linked by QR code, on the stand-in for WhatsApp: sends, receives, and does nothing. */
export const linked: Measurement = async (options) => {
	const rounds: LinkedFigures[] = [];
	const alone: BaileysFigures[] = [];
	for (let round = 1; round <= options.rounds; round += 1) {
		const figures = await measure(options);
		rounds.push(figures);
		const limit = await measureBaileysAlone();
		alone.push(limit);
		options.progress(
			`(q) ${round}/${options.rounds}: ${perSecond(figures.rate)} sent, ${figures.sendCost.toFixed(2)} ms each (stand-in ${figures.standInCost.toFixed(2)} ms); received first p50 ${milliseconds(figures.firstP50)}, last ${milliseconds(figures.firstLast)}, then p50 ${milliseconds(figures.p50)}, last ${milliseconds(figures.last)}, ${figures.receiveCost.toFixed(2)} ms each; ${figures.memory.toFixed(0)} MB; Baileys alone ${perSecond(limit.rate)}, ${limit.sendCost.toFixed(2)} ms each, ${limit.memory.toFixed(0)} MB`,
		);
	}
	const of = (figure: keyof LinkedFigures): number => median(rounds.map((one) => one[figure]));
	const limitOf = (figure: keyof BaileysFigures): number => median(alone.map((one) => one[figure]));
	const required = REQUIRED[options.engine.name];
	return [
		{
			...ratioRow(
				`(q) ${IN_FLIGHT} sends in flight until the acknowledgement, against Baileys alone`,
				of('rate'),
				limitOf('rate'),
				null,
			),
			required: `>= ${perSecond(required)}`,
			ok: of('rate') >= required,
		},
		costRow(
			'(q) processor time of a sent message, against Baileys alone',
			{ ours: of('sendCost'), limit: limitOf('sendCost') },
			{ digits: 2 },
		),
		timeOfMessage('(q) the same of the stand-in and its phones', of('standInCost')),
		untilRow(`(q) first messages of ${BURST} people at once, to webhook, p50`, of('firstP50')),
		untilRow(`(q) first messages of ${BURST} people at once, to webhook, last`, of('firstLast')),
		timeRow(`(q) ${BURST} arrive at once, to webhook, p50`, of('p50'), 100),
		untilRow(`(q) ${BURST} arrive at once, to webhook, last`, of('last')),
		timeOfMessage('(q) processor time of a received message', of('receiveCost')),
		{
			name: '(q) memory, idle, one linked instance, against Baileys alone',
			ours: `${Math.round(of('memory'))} MB`,
			limit: `${Math.round(limitOf('memory'))} MB`,
			ratio: (limitOf('memory') / of('memory')).toFixed(2),
			required: `<= ${MEMORY_LIMIT} MB`,
			ok: of('memory') <= MEMORY_LIMIT,
		},
	];
};

function untilRow(name: string, time: number) {
	return { name, ours: milliseconds(time), ok: null };
}

function timeOfMessage(name: string, cost: number) {
	return { name, ours: `${cost.toFixed(2)} ms`, ok: null };
}

/** Measures Baileys alone on a server of its own, which is as new as that of the gateway. */
async function measureBaileysAlone(): Promise<BaileysFigures> {
	const whatsApp = await startWhatsApp();
	try {
		await whatsApp.messageRules({ receipts: [] });
		const to = phones(IN_FLIGHT);
		const figures = await baileysAlone(whatsApp, {
			account: BAILEYS_ACCOUNT,
			to,
			settleTime: SETTLE_TIME,
			...BAILEYS_MESSAGES,
		});
		return { ...figures, memory: figures.memory / MB };
	} finally {
		await whatsApp.close();
	}
}

async function measure(options: MeasureOptions): Promise<LinkedFigures> {
	const whatsApp = await startWhatsApp();
	const storage = await options.engine.createStorage();
	try {
		// Phones send no receipts, so that only the way to them is measured.
		await whatsApp.messageRules({ receipts: [] });
		const first = await startLinkedGateway(whatsApp, storage);
		const instanceId = await linkInstance(first, whatsApp, ACCOUNT);
		await first.end('SIGTERM');
		const profile = options.onProfile !== null;
		const gateway = await startLinkedGateway(whatsApp, storage, profile);
		try {
			await untilConnected(gateway, instanceId);
			await sleep(SETTLE_TIME);
			const memory = residentMemory(gateway.pid) / MB;
			const sent = await measureSending(whatsApp, gateway, instanceId, options);
			return { memory, ...sent, ...(await measureReceiving(whatsApp, gateway, options)) };
		} finally {
			await gateway.end('SIGTERM');
			if (profile) await options.onProfile?.(storage.folder);
		}
	} finally {
		await whatsApp.close();
		await storage.remove();
	}
}

/** Sends with `IN_FLIGHT` messages that have no acknowledgement yet, each to another phone. */
async function measureSending(
	whatsApp: WhatsApp,
	gateway: GatewayProcess,
	instanceId: string,
	{ engine, seconds }: MeasureOptions,
): Promise<Pick<LinkedFigures, 'rate' | 'sendCost' | 'standInCost'>> {
	const sender = startWorker<SenderRequest, SenderReply>(
		path.join(import.meta.dirname, '../linked/sender.ts'),
	);
	try {
		const { url = '' } = await sender.request('url');
		const webhook = await registerWebhook(gateway, `${url}/hook`, ['message.sent']);
		const job = {
			url: gateway.url,
			key: gateway.key,
			instanceId,
			to: phones(IN_FLIGHT),
			inFlight: IN_FLIGHT,
		};
		await sender.request({ ...job, seconds: WARM_UP });
		const standInBefore = (await whatsApp.stats()).cpuMs;
		const before = processorTime(gateway.pid) + engine.processorTime();
		const result = await sender.request({ ...job, seconds });
		const used = processorTime(gateway.pid) + engine.processorTime() - before;
		const sent = result.sent ?? 0;
		await gateway.must('DELETE', `/v1/webhooks/${webhook.id}`);
		return {
			rate: sent / (result.seconds ?? Infinity),
			sendCost: (used / sent) * 1000,
			standInCost: ((await whatsApp.stats()).cpuMs - standInBefore) / sent,
		};
	} finally {
		await sender.end();
	}
}

/** Many phones send a message at the same moment, twice: from then to each webhook request. */
async function measureReceiving(
	whatsApp: WhatsApp,
	gateway: GatewayProcess,
	{ engine }: MeasureOptions,
): Promise<Pick<LinkedFigures, 'firstP50' | 'firstLast' | 'p50' | 'last' | 'receiveCost'>> {
	const { receiver, url } = await startReceiver();
	try {
		await registerWebhook(gateway, `${url}/timed`, ['message.received']);
		const first = await burst(whatsApp, receiver);
		const before = processorTime(gateway.pid) + engine.processorTime();
		const times = await burst(whatsApp, receiver);
		const used = processorTime(gateway.pid) + engine.processorTime() - before;
		return {
			firstP50: percentile(first, 50),
			firstLast: Math.max(...first),
			p50: percentile(times, 50),
			last: Math.max(...times),
			receiveCost: (used / BURST) * 1000,
		};
	} finally {
		await receiver.end();
	}
}

async function burst(whatsApp: WhatsApp, receiver: Receiver): Promise<number[]> {
	const startedAt = await whatsApp.burstAtOnce(phones(BURST), ACCOUNT, 'Is it in stock?');
	const times: number[] = [];
	while (times.length < BURST && sharedClockNow() - startedAt < ARRIVAL_TIMEOUT) {
		await sleep(POLL_INTERVAL);
		const { arrivals = [] } = await receiver.request('arrivals');
		times.push(...arrivals.map(({ at }) => at - startedAt));
	}
	while (times.length < BURST) times.push(Infinity);
	return times;
}
