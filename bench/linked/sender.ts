import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openConnection, postBytes } from '../load/connection.ts';
import { serveRequests } from '../worker.ts';
import type { SenderReply, SenderRequest, SendingJob } from './sender-protocol.ts';

/*
 * A process that sends messages and receives the webhooks of `message.sent`: it sends the next message when it has the
 * event of one before, as soon as it can. In two processes, messages between them would delay that.
 */

/** Called with the id of a message that was sent. */
let onSent: (messageId: string) => void = () => undefined;
const MESSAGE_ID = /"messageId":"([^"]+)"/;

const server = createServer((request, response) => {
	let body = '';
	request.setEncoding('utf8');
	request.on('data', (chunk: string) => (body += chunk));
	request.on('end', () => {
		response.writeHead(200, { 'content-length': 0 }).end();
		onSent(MESSAGE_ID.exec(body)?.[1] ?? '');
	});
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
const { port } = server.address() as AddressInfo;

serveRequests((message): SenderReply | Promise<SenderReply> => {
	const request = message as SenderRequest;
	return request === 'url' ? { url: `http://127.0.0.1:${port}` } : send(request);
});

async function send({ url, key, instanceId, to, inFlight, seconds }: SendingJob): Promise<SenderReply> {
	const target = new URL(url);
	const headers = { authorization: `Bearer ${key}` };
	const requests = to.map((phone, index) => {
		const message = `Your order ${index} is on its way and arrives tomorrow between 9 and 12.`;
		return postBytes(
			target,
			'/v1/messages/send',
			headers,
			JSON.stringify({ instanceId, to: phone, message }),
		);
	});
	/** The event of a message may arrive before the response to its request. */
	const early = new Set<string>();
	const waiting = new Map<string, () => void>();
	onSent = (messageId) => {
		const resolve = waiting.get(messageId);
		if (resolve === undefined) early.add(messageId);
		else resolve();
		waiting.delete(messageId);
	};
	const start = performance.now();
	const end = start + seconds * 1000;
	let started = 0;
	let sent = 0;

	async function sendInTurn(): Promise<void> {
		const connection = await openConnection(target);
		while (performance.now() < end) {
			const request = requests[started % requests.length] ?? Buffer.alloc(0);
			started += 1;
			const answer = await connection.exchange(request);
			const messageId = MESSAGE_ID.exec(answer?.body ?? '')?.[1];
			if (messageId === undefined) throw new Error(`Not accepted: ${answer?.body ?? 'no response'}`);
			if (!early.delete(messageId)) {
				await new Promise<void>((resolve) => {
					waiting.set(messageId, resolve);
				});
			}
			sent += 1;
		}
		connection.close();
	}

	await Promise.all(Array.from({ length: inFlight }, sendInTurn));
	return { sent, seconds: (performance.now() - start) / 1000 };
}
