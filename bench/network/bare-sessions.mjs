import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import makeSocket, { generateMessageIDV2, useMultiFileAuthState } from 'baileys';
import { pino } from 'pino';

/**
 * Runs sessions of Baileys alone in one process, set up as in its guide. Arguments: the URL of the server, the folder of
 * the sessions, and their number. It is JavaScript, because Node needs 20 MB of memory to load TypeScript.
 */
const [url = '', folder = '', count = '1'] = process.argv.slice(2);

// libsignal prints the keys of sessions to the console.
const silent = () => undefined;
Object.assign(console, { log: silent, info: silent, warn: silent, error: silent });

/** @type {ReturnType<typeof makeSocket>[]} */
const sockets = [];
/** The functions to call when the server acknowledges a message, by its id. */
const acknowledged = new Map();
let received = 0;

async function connect(index) {
	const own = path.join(folder, String(index));
	mkdirSync(own, { recursive: true });
	const { state, saveCreds } = await useMultiFileAuthState(own);
	const socket = makeSocket({
		auth: state,
		waWebSocketUrl: url,
		logger: pino({ level: 'silent' }),
		markOnlineOnConnect: false,
	});
	sockets[index] = socket;
	socket.ev.on('creds.update', () => void saveCreds());
	socket.ev.on('messages.upsert', ({ messages }) => {
		received += messages.filter(({ key, message }) => key.fromMe !== true && message).length;
	});
	socket.ws.on('CB:ack,class:message', ({ attrs }) => {
		acknowledged.get(attrs.id)?.();
		acknowledged.delete(attrs.id);
	});
	await new Promise((opened) => {
		socket.ev.on('connection.update', (update) => {
			if (update.qr !== undefined) process.send?.({ index, qr: update.qr });
			if (update.connection === 'open') opened();
			if (update.connection === 'close') connect(index).then(opened, silent);
		});
	});
}

/**
 * Sends texts from the first session, `concurrency` at a time. Returns the milliseconds until the server acknowledged
 * each.
 */
async function send(texts, concurrency) {
	const waiting = [...texts];
	const times = [];
	const sendNext = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const startedAt = performance.now();
			const messageId = generateMessageIDV2();
			const acknowledgement = new Promise((resolve) => acknowledged.set(messageId, resolve));
			await sockets[0]?.sendMessage(`${next.to}@s.whatsapp.net`, { text: next.text }, { messageId });
			await acknowledgement;
			times.push(performance.now() - startedAt);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, sendNext));
	return times;
}

process.on('message', (request) => {
	if (request.texts !== undefined) {
		void send(request.texts, request.concurrency ?? 1).then((times) => process.send?.({ times }));
		return;
	}
	process.send?.({ rss: process.memoryUsage().rss, received });
});

for (let index = 0; index < Number(count); index += 1) {
	await connect(index);
	await sleep(0);
}
process.send?.({ ready: true });
