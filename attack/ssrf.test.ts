import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../gateway/test/support/client.ts';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { redirect, startFileServer } from '../gateway/test/support/servers/file-server.ts';
import { connectedInstance } from '../gateway/test/support/gateway.ts';
import { reached as reachedStatus } from '../gateway/test/support/media.ts';
import { metricsOf } from '../gateway/test/support/metrics.ts';
import { startReceiver } from '../gateway/test/support/servers/receiver.ts';

/** Ways to write a host of this machine or its network, most of which a filter of texts would let through. */
const HOSTS = [
	'127.0.0.1',
	'127.1',
	'127.0.1',
	'2130706433',
	'0x7f000001',
	'0x7f.0.0.1',
	'0177.0.0.1',
	'017700000001',
	'127.0.0.1.',
	'0.0.0.0',
	'0',
	'localhost',
	'LOCALHOST',
	'①②⑦.0.0.1',
	'127。0。0。1',
	'[::1]',
	'[::]',
	'[0:0:0:0:0:0:0:1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:7f00:1]',
	'[::127.0.0.1]',
	'[64:ff9b::127.0.0.1]',
	'[64:ff9b:1::7f00:1]',
	'[2002:7f00:1::]',
	'[2001:0:7f00:1::]',
	'[fe80::1]',
	'[fc00::1]',
	'[fec0::1]',
	'169.254.169.254',
	'[fd00:ec2::254]',
	'168.63.129.16',
	'100.100.100.200',
	'10.0.0.1',
	'172.16.0.1',
	'192.168.0.1',
	'100.64.0.1',
	'198.18.0.1',
	'224.0.0.1',
	'255.255.255.255',
	...ownAddresses(),
];

function ownAddresses(): string[] {
	return Object.values(networkInterfaces())
		.flatMap((one) => one ?? [])
		.map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%')[0]}]` : address));
}

describe('a URL that leads into the gateway’s own network', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	/** Listens on all addresses of this machine, and counts connections. */
	let victim: Server;
	let port: number;
	let reached = 0;
	let instanceId: string;

	beforeAll(async () => {
		victim = createServer((socket) => {
			reached += 1;
			socket.destroy();
		});
		await new Promise<void>((resolve) => victim.listen(0, resolve));
		({ port } = victim.address() as AddressInfo);
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder, {
			// An n8n on this machine, as documented.
			GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1:5678',
			GATEWAY_MEDIA_ALLOW: '',
		});
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		victim.close();
		await remove();
	});

	/** The inputs with a URL, by name; the gateway has no S3 storage or proxies of instances here. */
	const ways: [string, string, (url: string) => Promise<Answer>][] = [
		[
			'webhook',
			'invalid_webhook_url',
			(url) => gateway.post('/v1/webhooks', { url, events: ['message.sent'] }),
		],
		[
			'webhook of an instance',
			'invalid_webhook_url',
			(url) => gateway.post('/v1/instances', { name: 'A', webhookUrl: url }),
		],
		[
			'changed webhook of an instance',
			'invalid_webhook_url',
			(url) =>
				gateway.request(`/v1/instances/${instanceId}`, {
					method: 'PATCH',
					headers: gateway.headers,
					body: JSON.stringify({ webhookUrl: url }),
				}),
		],
		[
			'media',
			'invalid_media_url',
			(url) =>
				gateway.post('/v1/messages/send', {
					instanceId,
					to: '4915112345678',
					mediaUrl: url,
					mediaType: 'image',
				}),
		],
		[
			'media of a simulated phone',
			'invalid_media_url',
			(url) =>
				gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
					from: '4915112345678',
					type: 'image',
					mediaUrl: url,
				}),
		],
	];

	describe.each(ways)('as the %s', (_way, code, request) => {
		it.each(HOSTS)('is refused: %s', async (host) => {
			const messages = new Set<string>();
			// An open port, a closed one, and the gateway's own get the same answer.
			for (const target of [port, 9, new URL(gateway.url).port]) {
				for (const scheme of ['https', 'http']) {
					const answer = await request(`${scheme}://${host}:${target}/x`);
					expect({ host, target, code: answer.at('error.code') }).toEqual({ host, target, code });
					// The message repeats the port of the request, and nothing else of the target.
					messages.add(answer.text('error.message').replace(`:${target}.`, ':port.'));
				}
			}
			expect(messages.size).toBe(1);
			expect(reached).toBe(0);
		});

		it.each(['user@127.0.0.1', 'example.com@127.0.0.1', '127.0.0.1#@example.com', '127.0.0.1\\@example.com'])(
			'is refused with misleading user data: %s',
			async (host) => {
				const answer = await request(`https://${host.replace('127.0.0.1', `127.0.0.1:${port}`)}/x`);
				expect(answer.at('error.code')).toBe(code);
				expect(reached).toBe(0);
			},
		);
	});

	it.each(HOSTS)('is never requested as the link of a template: %s', async (host) => {
		const created = await gateway.post('/v1/instances', { name: 'Official' });
		const official = created.text('data.id');
		await gateway.post(`/v1/instances/${official}/connect`, {
			method: 'official',
			businessId: '1',
			phoneNumberId: '2',
			accessToken: 'token',
		});
		const link = `https://${host}:${port}/x`;
		const answer = await gateway.post('/v1/messages/template', {
			instanceId: official,
			to: '4915112345678',
			template: {
				name: 'invoice_ready',
				language: 'en_US',
				components: [
					{ type: 'header', parameters: [{ type: 'image', image: { link } }] },
					{
						type: 'body',
						parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12_500 } }],
					},
					{ type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'invoice-7' }] },
				],
			},
		});
		if (answer.status === 202) await reachedStatus(gateway, answer.text('messageId'), 'read');
		expect(reached).toBe(0);
	});

	it('is not requested after a redirect of a server that is allowed', async () => {
		const files = await startFileServer();
		const receiver = await startReceiver();
		await gateway.end('SIGTERM');
		gateway = await startGatewayProcess(folder, {
			GATEWAY_ALLOW_PRIVATE_NETWORKS: `127.0.0.1:${receiver.port}`,
			GATEWAY_MEDIA_ALLOW: new URL(files.url('/')).host,
		});
		for (const target of [
			`http://127.0.0.1:${port}/x`,
			`http://127.0.0.1:${receiver.port}/x`,
			`${gateway.url}/metrics`,
		]) {
			const mediaUrl = files.serve('/moved', redirect(target));
			const sent = await gateway.post('/v1/messages/send', {
				instanceId,
				to: '4915112345678',
				mediaUrl,
				mediaType: 'document',
			});
			expect(sent.at('error.code')).toBe('invalid_media_url');
		}
		expect(reached).toBe(0);
		expect(receiver.requests).toEqual([]);
		await files.close();
		await receiver.close();
	});

	it('may be the one port that the operator allows for webhooks, by each name of this machine, and no other', async () => {
		const receiver = await startReceiver();
		await gateway.end('SIGTERM');
		gateway = await startGatewayProcess(folder, {
			GATEWAY_ALLOW_PRIVATE_NETWORKS: `127.0.0.1:${receiver.port}`,
			GATEWAY_MEDIA_ALLOW: '',
		});
		const register = (url: string) => gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
		for (const host of ['127.0.0.1', 'localhost']) {
			expect((await register(`http://${host}:${receiver.port}/hook`)).status).toBe(201);
			expect((await register(`http://${host}:${port}/hook`)).at('error.code')).toBe('invalid_webhook_url');
		}
		const media = { instanceId, to: '4915112345678', mediaUrl: receiver.url, mediaType: 'image' };
		expect((await gateway.post('/v1/messages/send', media)).at('error.code')).toBe('invalid_media_url');
		await receiver.close();
	});

	it('may not be the gateway itself, with any range that the operator allows', async () => {
		await gateway.end('SIGTERM');
		gateway = await startGatewayProcess(folder, { GATEWAY_MEDIA_ALLOW: '127.0.0.0/8' });
		const { port: own } = new URL(gateway.url);
		for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]', '0.0.0.0']) {
			const url = `http://${host}:${own}/metrics`;
			const webhook = await gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
			expect(webhook.at('error.code')).toBe('invalid_webhook_url');
			const media = { instanceId, to: '4915112345678', mediaUrl: url, mediaType: 'document' };
			expect((await gateway.post('/v1/messages/send', media)).at('error.code')).toBe('invalid_media_url');
		}
		expect(
			(await metricsOf(gateway)).get('gateway_requests_refused_total{reason="private_target"}'),
		).toBeGreaterThan(9);
	});
});
