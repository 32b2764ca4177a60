import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function exchange(hosts: readonly string[]): Promise<string> {
	const { hostname, port } = new URL(gateway.url);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	const lines = ['GET /livez HTTP/1.1', ...hosts, 'Connection: close', '', ''];
	socket.end(lines.join('\r\n'));
	return text(socket);
}

it('refuses a request with two Host headers, of which a proxy may have checked the other one', async () => {
	const answer = await exchange(['Host: 127.0.0.1', 'hOST: gateway.example.com']);
	expect(answer).toMatch(/^HTTP\/1\.1 400 .*"invalid_parameters","message":"Send the header Host once\."/su);
});

it('answers a request with one Host header', async () => {
	expect(await exchange(['Host: 127.0.0.1'])).toMatch(/^HTTP\/1\.1 200 /u);
});
