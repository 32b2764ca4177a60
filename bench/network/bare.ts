import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { WhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';

const CLIENT = path.join(import.meta.dirname, 'bare-sessions.mjs');

/** Sessions of Baileys alone, in one process. */
export interface BareSessions {
	pid: number;
	/** Returns the memory of the process in bytes, and the number of received messages. */
	getUsage(): Promise<{ rss: number; received: number }>;
	/** Sends texts, `concurrency` at a time. Returns the milliseconds of each. */
	send(texts: readonly { to: string; text: string }[], concurrency: number): Promise<number[]>;
	end(): Promise<void>;
}

interface ChildMessage {
	ready?: boolean;
	index?: number;
	qr?: string;
	times?: number[];
	rss?: number;
	received?: number;
}

/** Starts the process and links the sessions that are not linked yet. `accountOf` returns the phone of a session. */
export async function startBare(
	whatsApp: WhatsApp,
	folder: string,
	count: number,
	accountOf: (index: number) => string,
): Promise<BareSessions> {
	const child = fork(CLIENT, [whatsApp.url, folder, String(count)], {
		env: { ...process.env, ...whatsApp.trust.env, NODE_OPTIONS: '' },
		execArgv: whatsApp.trust.execArgv,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	let next = Promise.withResolvers<ChildMessage>();
	const nextReply = async (): Promise<ChildMessage> => {
		const message = await next.promise;
		next = Promise.withResolvers();
		return message;
	};
	const ready = new Promise<void>((resolve) => {
		child.on('message', (message: ChildMessage) => {
			if (message.ready === true) resolve();
			else if (message.qr === undefined) next.resolve(message);
			else whatsApp.scan(accountOf(message.index ?? 0), message.qr, { history: null }).catch(() => undefined);
		});
	});
	await ready;
	return {
		pid: child.pid ?? 0,
		async getUsage() {
			child.send({});
			const { rss = 0, received = 0 } = await nextReply();
			return { rss, received };
		},
		async send(texts, concurrency) {
			child.send({ texts, concurrency });
			return (await nextReply()).times ?? [];
		},
		async end() {
			child.kill();
			await once(child, 'close');
		},
	};
}
