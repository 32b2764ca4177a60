import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:net';
import { WebSocketServer } from 'ws';
import { selfSigned } from '../support/servers/certificate.ts';
import { accept } from './accept.ts';
import { CONTROLS } from './control/control.ts';
import { MEDIA_HOST_NAME } from './media/media-host-name.ts';
import { createMediaHost } from './media/media-host.ts';
import { createWorld, type World } from './world.ts';

/** Hosts that `trust-test-root.mjs` redirects here: those of WhatsApp, and those of an attacker's domain. */
const HOSTS = [
	MEDIA_HOST_NAME,
	'*.whatsapp.net',
	'*.cdn.whatsapp.net',
	'attacker.tld',
	'*.attacker.tld',
	'*.whatsapp.net.attacker.tld',
];

/** Starts WhatsApp's multi-device server on this machine, as far as a gateway uses it, with /control for tests. */
export async function startWhatsAppServer(): Promise<{ url: string }> {
	const world = createWorld();
	const certificate = selfSigned(HOSTS);
	const media = createMediaHost(world, certificate);
	world.mediaHost = `127.0.0.1:${await listen(media)}`;

	const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
	const server = createServer((request, response) => {
		answer(world, certificate.cert, request, response).catch((error: unknown) => {
			response.writeHead(500).end(error instanceof Error ? error.message : String(error));
		});
	});
	// A request after a pause must not use a connection that the server is closing.
	server.keepAliveTimeout = 120_000;
	server.on('upgrade', (request, socket, head) => {
		if (world.offline) {
			world.log.refused += 1;
			socket.destroy();
		} else {
			sockets.handleUpgrade(request, socket, head, (connected) => {
				accept(world, connected);
			});
		}
	});
	return { url: `http://127.0.0.1:${await listen(server)}` };
}

async function answer(
	world: World,
	cert: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks).toString();
	const name = /^\/control\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
	const control = CONTROLS[name];
	let result: object;
	if (name === 'trust') {
		result = {
			rootKey: world.authority.rootKey.toString('hex'),
			mediaHost: world.mediaHost,
			certificate: cert,
		};
	} else if (control === undefined) throw new Error(`There is no control ${request.url ?? ''}.`);
	else result = await control(world, (body === '' ? {} : JSON.parse(body)) as never);
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
