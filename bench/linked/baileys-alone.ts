import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';
import { startBare } from '../network/bare.ts';
import { processorTime, residentMemory } from '../server/process-figures.ts';

export interface BaileysFigures {
	/** Messages per second until the server's acknowledgement. */
	rate: number;
	/** Milliseconds of processor time of a sent message. */
	sendCost: number;
	/** Bytes of the idle process with one session. */
	memory: number;
}

/** The settings of a measurement: the account that is linked, the phones that are written to, and times in milliseconds. */
export interface BaileysOptions {
	account: string;
	to: readonly string[];
	settleTime: number;
	warmUpMessages: number;
	messages: number;
}

/**
 * Measures Baileys alone, with the file-based sessions of its guide, which survive no power failure: its idle memory
 * after a restart, and sends with one message in flight to each phone.
 */
export async function baileysAlone(whatsApp: WhatsApp, options: BaileysOptions): Promise<BaileysFigures> {
	const { account, to, settleTime, warmUpMessages, messages } = options;
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-baileys-'));
	const start = () => startBare(whatsApp, folder, 1, () => account);
	const texts = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			to: to[index % to.length] ?? '',
			text: `Order ${index}`,
		}));
	try {
		await (await start()).end();
		const sessions = await start();
		try {
			await sleep(settleTime);
			const memory = residentMemory(sessions.pid);
			await sessions.send(texts(warmUpMessages), to.length);
			const before = processorTime(sessions.pid);
			const startedAt = performance.now();
			await sessions.send(texts(messages), to.length);
			const seconds = (performance.now() - startedAt) / 1000;
			const used = processorTime(sessions.pid) - before;
			return { memory, rate: messages / seconds, sendCost: (used / messages) * 1000 };
		} finally {
			await sessions.end();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
