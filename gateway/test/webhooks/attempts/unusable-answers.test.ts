import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const INTERIM = 'The receiver sent an interim answer (100 or 101), which was not asked for.';
const NOT_HTTP = "The receiver's answer is not valid HTTP/1.1.";

describe('a delivery to a receiver whose answer cannot be used', () => {
	let gateway: TestGateway;
	let server: Server;
	let answer: string;
	/** How often the body of a request arrived. */
	let bodies: number;

	beforeEach(async () => {
		bodies = 0;
		gateway = await startTestGateway();
		server = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.on('data', (chunk: Buffer) => {
				if (chunk.includes('"eventId"')) bodies += 1;
				socket.write(answer);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(async () => {
		await gateway.close();
		server.close();
	});

	/** Returns the error of the first attempt of a test event. */
	async function errorOf(protocol: 'http' | 'https'): Promise<unknown> {
		const { port } = server.address() as AddressInfo;
		const url = `${protocol}://127.0.0.1:${port}/hook`;
		const created = await gateway.post('/v1/webhooks', { url, events: ['message.received'] });
		const webhook = `/v1/webhooks/${created.text('data.id')}`;
		const tried = await gateway.post(`${webhook}/test`, { event: 'message.received' });
		const delivery = await gateway.get(`${webhook}/deliveries/${tried.text('data.deliveryId')}`);
		return delivery.at('data.attempts.0.error');
	}

	it.each([
		['100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, INTERIM],
		['101 Switching Protocols', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', INTERIM],
		['another protocol', '220 mail.example.com ESMTP\r\n', NOT_HTTP],
		[
			'too many headers',
			`HTTP/1.1 200 OK\r\n${`X-Long: ${'a'.repeat(1000)}\r\n`.repeat(20)}\r\n`,
			"The receiver's answer has more than 16 KiB of headers.",
		],
	])('says so after %s, and sends the request once', async (_what, raw, error) => {
		answer = raw;
		expect(await errorOf('http')).toBe(error);
		expect(bodies).toBe(1);
	});

	it.each([
		[70, 'The receiver takes no TLS 1.2 or 1.3.'],
		[112, 'The receiver has no certificate for this host name.'],
		[
			40,
			'The receiver refused encryption: it takes no cipher of the gateway, or asks for a client certificate.',
		],
		[116, 'The receiver asks for a client certificate, and the gateway has none.'],
		[80, 'The receiver could not encrypt the connection: see its log.'],
		[49, 'The connection to the receiver failed (ERR_SSL_TLSV1_ALERT_ACCESS_DENIED).'],
		[46, 'The connection to the receiver failed (ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN).'],
	])('says why the receiver refuses TLS with the alert %i', async (alert, error) => {
		answer = String.fromCharCode(21, 3, 3, 0, 2, 2, alert);
		expect(await errorOf('https')).toBe(error);
	});

	it('says so where the receiver answers https:// without encryption', async () => {
		answer = 'HTTP/1.1 400 Bad Request\r\n\r\n';
		expect(await errorOf('https')).toBe('The receiver answered without encryption, which https:// requires.');
	});
});
