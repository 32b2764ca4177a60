import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedClockNow } from '../statistics.ts';
import { serveRequests } from '../worker.ts';
import type { Arrival, ReceiverRequest, ReceiverReply } from './receiver-protocol.ts';

/**
 * A process that receives webhooks. The beginning of the path selects the response: /fail 500, /hang 200 after five
 * seconds, /drip one byte per second, any other path 200 at once.
 */
const counts: Record<string, number> = {};
let arrivals: Arrival[] = [];
let samples: string[] = [];
const KIND = /"event":"([a-z._]+)"/;
const SAMPLES = 300;

const server = createServer((request, response) => {
	const at = sharedClockNow();
	let body = '';
	request.setEncoding('utf8');
	request.on('data', (chunk: string) => (body += chunk));
	request.on('end', () => {
		record(request, body, at);
		respond(request.url ?? '', response);
	});
});

function record(request: IncomingMessage, body: string, at: number): void {
	const kind = KIND.exec(body)?.[1] ?? 'unknown';
	counts[kind] = (counts[kind] ?? 0) + 1;
	if (samples.length < SAMPLES) samples.push(body);
	const path = request.url ?? '';
	if (!path.startsWith('/timed')) return;
	const messageId = /"messageId":"([^"]+)"/.exec(body)?.[1] ?? '';
	arrivals.push({ path, kind, messageId, at });
}

function respond(path: string, response: ServerResponse): void {
	if (path.startsWith('/fail')) response.writeHead(500).end();
	else if (path.startsWith('/hang')) setTimeout(() => response.writeHead(200).end(), 5000);
	else if (path.startsWith('/drip')) drip(response);
	else response.writeHead(200, { 'content-length': 0 }).end();
}

/** Sends one byte of the response per second. */
function drip(response: ServerResponse): void {
	const { socket } = response;
	const head = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
	let sent = 0;
	const timer = setInterval(() => {
		if (socket === null || socket.destroyed || sent >= head.length) clearInterval(timer);
		else socket.write(head.charAt(sent));
		sent += 1;
	}, 1000);
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
const { port } = server.address() as AddressInfo;

serveRequests((message): ReceiverReply => {
	switch (message as ReceiverRequest) {
		case 'url':
			return { url: `http://127.0.0.1:${port}` };
		case 'counts':
			return { counts: { ...counts } };
		case 'arrivals': {
			const taken = arrivals;
			arrivals = [];
			return { arrivals: taken };
		}
		case 'samples': {
			const taken = samples;
			samples = [];
			return { samples: taken };
		}
	}
});
