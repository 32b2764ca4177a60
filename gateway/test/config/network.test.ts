import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { connectedInstance, startTestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

describe('GATEWAY_NETWORK', () => {
	it('disables the simulator as whatsapp, and answers 503 while WhatsApp is unreachable', async () => {
		const gateway = await startTestGateway({
			environment: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat' },
		});
		try {
			const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
			const scan = await gateway.post(`/simulator/v1/instances/${id}/scan`);
			expect([scan.status, scan.at('error.code')]).toEqual([404, 'not_found']);
			const linked = await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
			expect([linked.status, linked.at('error.code')]).toEqual([503, 'service_unavailable']);
			expect(linked.text('error.message')).toContain('WhatsApp could not be reached');
			const status = await gateway.get(`/v1/instances/${id}/status`);
			expect(status.at('data.status')).toBe('disconnected');
		} finally {
			await gateway.close();
		}
	});

	it('disconnects the instances of the previous network after a change', async () => {
		const receiver = await startReceiver();
		const before = await startTestGateway();
		const waiting = (await before.post('/v1/instances', { name: 'Waiting' })).text('data.id');
		await before.post(`/v1/instances/${waiting}/connect`, { method: 'qrcode' });
		const linked = await connectedInstance(before);
		await before.request(`/v1/instances/${linked}`, {
			method: 'PATCH',
			headers: before.headers,
			body: JSON.stringify({ webhookUrl: receiver.url }),
		});
		const shown = (await before.get(`/v1/instances/${waiting}/status`)).text('data.qrCode');

		// The address of the network is unreachable.
		const gateway = await before.restart({
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
		});
		const event = await receiver.find(
			'the end',
			(request) => request.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: linked, reason: 'logged_out' });
		const statusOf = async (id: string) => (await gateway.get(`/v1/instances/${id}/status`)).at('data');
		expect(await statusOf(linked)).toMatchObject({ status: 'disconnected', qrCode: null });
		const refused = await gateway.post('/v1/messages/send', {
			instanceId: linked,
			to: '4915112345678',
			message: 'Hello',
		});
		expect([refused.status, refused.at('error.code')]).toEqual([409, 'instance_disconnected']);
		await until('the code to be gone', async () => at(await statusOf(waiting), 'qrCode') !== shown);
		const left = await statusOf(waiting);
		expect(at(left, 'qrCode')).toBeNull();
		expect(['connecting', 'disconnected']).toContain(at(left, 'status'));
		await receiver.close();
		await gateway.close();
	});

	const SECRET = '0123456789abcdef0123456789abcdef';

	it.each([
		['GATEWAY_NETWORK', { GATEWAY_NETWORK: 'carrier-pigeon' }],
		['GATEWAY_GRAPH_URL', { GATEWAY_GRAPH_URL: 'http://graph.example.com/v23.0' }],
		['GATEWAY_META_APP_SECRET', { GATEWAY_META_APP_SECRET: 'not-a-secret-of-meta' }],
		['GATEWAY_META_VERIFY_TOKEN', { GATEWAY_META_APP_SECRET: SECRET }],
		['GATEWAY_META_APP_SECRET', { GATEWAY_META_VERIFY_TOKEN: 'a-token-of-mine' }],
		['GATEWAY_ENCRYPTION_KEY', { GATEWAY_ENCRYPTION_KEY: 'c2hvcnQta2V5' }],
	])('rejects an invalid %s without printing a secret', (variable, environment) => {
		const refusal = (): unknown => {
			try {
				return readConfig(environment);
			} catch (error) {
				return error;
			}
		};
		const error = refusal();
		expect(error).toBeInstanceOf(ConfigError);
		const { message } = error as ConfigError;
		expect(message).toMatch(new RegExp(`^${variable} `));
		for (const secret of ['not-a-secret-of-meta', SECRET, 'a-token-of-mine', 'c2hvcnQta2V5']) {
			expect(message).not.toContain(secret);
		}
	});

	it('accepts keys in base64 and hexadecimal', () => {
		const key = Buffer.alloc(32, 7);
		for (const encoding of ['base64', 'base64url', 'hex'] as const) {
			const { encryptionKey } = readConfig({ GATEWAY_ENCRYPTION_KEY: key.toString(encoding) });
			expect(encryptionKey).toEqual(key);
		}
	});
});

describe('GATEWAY_WHATSAPP_URL', () => {
	const urlIn = (url: string) => readConfig({ GATEWAY_WHATSAPP_URL: url }).whatsappUrl;

	it("defaults to WhatsApp's server, and may be a server on this machine", () => {
		expect(urlIn('')).toBe('wss://web.whatsapp.com/ws/chat');
		for (const url of ['wss://proxy.example.com/ws/chat', 'ws://127.0.0.1:5222/ws/chat']) {
			expect(urlIn(url)).toBe(url);
		}
	});

	it.each(['ws://proxy.example.com/ws/chat', 'https://web.whatsapp.com', 'whatsapp'])('rejects %s', (url) => {
		expect(() => urlIn(url)).toThrow(ConfigError);
	});
});

describe('GATEWAY_WHATSAPP_VERSION', () => {
	const versionIn = (version: string) => readConfig({ GATEWAY_WHATSAPP_VERSION: version }).whatsappVersion;

	it('defaults to the version in the gateway', () => {
		expect(versionIn('')).toBeNull();
		expect(versionIn('2.3000.1035194821')).toEqual([2, 3000, 1035194821]);
	});

	it.each(['2.3000', '2.3000.x', 'latest', '2.3000.1035194821.1'])('rejects %s', (version) => {
		expect(() => versionIn(version)).toThrow(ConfigError);
	});
});
