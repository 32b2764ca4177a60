import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { WhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';

const CLIENT = path.join(import.meta.dirname, 'bare-sessions.ts');

/** Sessions of Baileys alone, in one process. */
export interface Bare {
	/** Bytes the process holds, and the messages it received. */
	look(): Promise<{ rss: number; received: number }>;
	/** Sends texts; returns the milliseconds each took. */
	send(texts: readonly { to: string; text: string }[], atOnce: number): Promise<number[]>;
	end(): Promise<void>;
}

interface Told {
	ready?: boolean;
	index?: number;
	qr?: string;
	times?: number[];
	rss?: number;
	received?: number;
}

/** Starts it, and links the sessions that are not linked yet; `accountOf` gives the phone of each. */
export async function startBare(
	whatsApp: WhatsApp,
	folder: string,
	count: number,
	accountOf: (index: number) => string,
): Promise<Bare> {
	const child = fork(CLIENT, [whatsApp.url, folder, String(count)], {
		env: { ...process.env, ...whatsApp.trust.env, NODE_OPTIONS: '' },
		execArgv: whatsApp.trust.execArgv,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	let next = Promise.withResolvers<Told>();
	const answer = async (): Promise<Told> => {
		const told = await next.promise;
		next = Promise.withResolvers();
		return told;
	};
	const ready = new Promise<void>((resolve) => {
		child.on('message', (told: Told) => {
			if (told.ready === true) resolve();
			else if (told.qr === undefined) next.resolve(told);
			else whatsApp.scan(accountOf(told.index ?? 0), told.qr, { history: null }).catch(() => undefined);
		});
	});
	await ready;
	return {
		async look() {
			child.send({});
			const { rss = 0, received = 0 } = await answer();
			return { rss, received };
		},
		async send(texts, atOnce) {
			child.send({ texts, atOnce });
			return (await answer()).times ?? [];
		},
		async end() {
			child.kill();
			await once(child, 'close');
		},
	};
}
