import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { fileDispatcher } from '../../../../src/network/whatsapp-web/files/file-dispatcher.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const URL_OF_FILE = 'https://mmg.whatsapp.net/v/history';
const FILE = Buffer.alloc(1000, 'x');
/** Milliseconds a download may take. */
const TIME_LIMIT = 30 * 60_000;

const clock = createManualClock();
let server: Server;
let agent: Agent;
/** The response that was begun last, with all bytes of the file but one. */
let begun = Promise.withResolvers<ServerResponse>();

beforeAll(async () => {
	server = createServer((_request, response) => {
		response.writeHead(200, { 'content-length': FILE.length });
		response.write(FILE.subarray(1));
		begun.resolve(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	// Each host is this server, which needs no certificate.
	agent = new Agent({
		connect(_options, callback) {
			const socket = connect(port, '127.0.0.1', () => {
				callback(null, socket);
			});
		},
	});
});
afterAll(async () => {
	await agent.destroy();
	server.closeAllConnections();
	server.close();
});

async function begin() {
	begun = Promise.withResolvers();
	// Node's fetch has the types of another version of undici.
	const dispatcher = fileDispatcher(agent, clock) as unknown as NonNullable<RequestInit['dispatcher']>;
	const downloaded = fetch(URL_OF_FILE, { dispatcher }).then((response) => response.arrayBuffer());
	downloaded.catch(() => undefined);
	return { downloaded, response: await begun.promise };
}

it('ends a download that takes too long, although bytes still arrive', async () => {
	const { downloaded } = await begin();
	clock.advance(TIME_LIMIT);
	await expect(downloaded).rejects.toMatchObject({
		cause: expect.objectContaining({ message: expect.stringContaining('took too long') }),
	});
});

it('returns a file that is complete in time', async () => {
	const { downloaded, response } = await begin();
	clock.advance(TIME_LIMIT - 1);
	response.end(FILE.subarray(0, 1));
	expect((await downloaded).byteLength).toBe(FILE.length);
});
