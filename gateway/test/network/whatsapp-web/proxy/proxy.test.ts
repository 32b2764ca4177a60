import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import tls from 'node:tls';
import { selfSigned } from '../../../support/servers/certificate.ts';
import { sendText } from '../../../support/gateway.ts';
import { authorization, mediaOf } from '../../../support/media.ts';
import {
	startConnectProxy,
	startSocksProxy,
	type Resolve,
	type TestProxy,
} from '../../../support/servers/proxies.ts';
import { startReceiver } from '../../../support/servers/receiver.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { createDeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

/** Where the gateway finds WhatsApp by its own settings: a port at which nothing listens. */
const NOWHERE = '127.0.0.1:9';
const MEDIA = 'mmg.whatsapp.net:443';
const ADA = '4915122222222';
let counter = 0;
const nextPhone = () => `49154${String((counter += 1)).padStart(7, '0')}7`;

describe('an instance with a proxy', () => {
	const certificate = selfSigned();
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let mediaHost: string;
	let proxy: TestProxy;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp, { GATEWAY_WHATSAPP_URL: `ws://${NOWHERE}/ws/chat` });
		tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
		mediaHost = (await whatsApp.mediaRequests()).address;
	});
	afterEach(() => proxy.close());
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	/** Only a proxy knows the way to the stand-in. */
	const resolve: Resolve = (target) =>
		({ [NOWHERE]: new URL(whatsApp.url).host, [MEDIA]: mediaHost })[target];

	async function created(proxyUrl: string): Promise<string> {
		const settings = { autoTyping: false, proxyUrl };
		const made = await gateway.client.post('/v1/instances', { name: 'Shop', settings });
		return made.text('data.id');
	}
	const connect = (id: string) => gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	async function linked(proxyUrl: string): Promise<{ id: string; phone: string }> {
		const id = await created(proxyUrl);
		const phone = nextPhone();
		await whatsApp.scan(phone, scannedText((await connect(id)).text('qrCode')) ?? '');
		await gateway.has(id, 'connected');
		return { id, phone };
	}
	async function uploaded(): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([Buffer.from(JPEG)], { type: 'image/jpeg' }), 'photo.jpg');
		const { url } = gateway.client;
		const response = await fetch(`${url}/v1/media`, {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		return ((await response.json()) as { data: { mediaUrl: string } }).data.mediaUrl;
	}

	it.each([
		['http', () => startConnectProxy(resolve)],
		['https', () => startConnectProxy(resolve, certificate)],
		['socks5', () => startSocksProxy(resolve)],
		['socks5h', () => startSocksProxy(resolve)],
	])('connects and transfers files through it alone: %s', async (protocol, start) => {
		proxy = await start();
		const { id, phone } = await linked(proxy.url().replace(/^[^:]+/, protocol));
		expect(proxy.targets).toContain(NOWHERE);
		const { client } = gateway;

		await sendText(client, id, ADA, `By ${protocol}`);
		await until('the text', async () =>
			(await whatsApp.received(ADA)).some(({ text }) => text === `By ${protocol}`),
		);
		const before = (await whatsApp.mediaRequests()).requests.length;
		const mediaUrl = await uploaded();
		const caption = `Up by ${protocol}`;
		const file = { instanceId: id, to: ADA, mediaUrl, mediaType: 'image', caption };
		await client.post('/v1/messages/send', file);
		await until('the file on the phone', async () =>
			(await whatsApp.received(ADA)).some(({ text }) => text === caption),
		);
		await whatsApp.send(ADA, phone, {
			file: { type: 'image', mimeType: 'image/jpeg', base64: JPEG.toString('base64'), caption: 'Down' },
		});
		const message = await until('the file at the gateway', async () => {
			const page = await client.get(`/v1/messages?instanceId=${id}`);
			const messages = page.at('data') as { messageId: string; content: string }[];
			return messages.find(({ content }) => content === 'Down');
		});
		expect((await mediaOf(client, message.messageId)).status).toBe(200);

		const requests = (await whatsApp.mediaRequests()).requests.slice(before);
		expect(requests.map(({ method }) => method)).toEqual(expect.arrayContaining(['POST', 'GET']));
		// Requests of the phones of the stand-in do not come over its media host.
		expect(requests.filter(({ port }) => !proxy.localPorts.has(port))).toEqual([]);
		expect(proxy.targets.filter((target) => target !== NOWHERE && target !== MEDIA)).toEqual([]);
		await client.delete(`/v1/instances/${id}`);
	});

	it.each([
		['http', () => startConnectProxy(resolve)],
		['socks5', () => startSocksProxy(resolve)],
	])(
		'is reported when the proxy refuses the password, without the password: %s',
		async (_protocol, start) => {
			proxy = await start();
			const id = await created(proxy.url('shop:wrong-password'));
			const answer = await connect(id);
			expect([answer.status, answer.at('error.code')]).toEqual([503, 'service_unavailable']);
			expect(answer.text('error.message')).toContain('did not accept the user and the password');
			expect(JSON.stringify(answer.body)).not.toContain('wrong-password');
			expect(proxy.targets).toEqual([]);
			expect(proxy.refusals()).toBe(1);
		},
	);

	it('is reported when nothing listens at the proxy', async () => {
		proxy = await startConnectProxy(resolve);
		const url = proxy.url();
		await proxy.close();
		const answer = await connect(await created(url));
		expect(answer.text('error.message')).toContain('could not be reached');
	});

	it('is reported when the proxy does not connect to WhatsApp', async () => {
		proxy = await startSocksProxy();
		const answer = await connect(await created(proxy.url()));
		expect(answer.text('error.message')).toContain('does not connect to WhatsApp');
	});

	it('is disconnected with an explanation when a new proxy refuses the password, and linked without a scan after it', async () => {
		proxy = await startSocksProxy(resolve);
		const { id } = await linked(proxy.url());
		const path = `/v1/instances/${id}`;
		const receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['instance.disconnected'] });
		await gateway.client.patch(path, { settings: { proxyUrl: proxy.url('shop:wrong') } });
		const event = await receiver.find('the event', ({ at }) => at('data.instanceId') === id);
		expect(event.at('data')).toMatchObject({
			reason: 'connection_lost',
			message: expect.stringContaining('did not accept the user and the password'),
		});
		expect(JSON.stringify(event.at('data'))).not.toContain('wrong');
		await receiver.close();
		await gateway.client.patch(path, { settings: { proxyUrl: proxy.url() } });
		await connect(id);
		await gateway.has(id, 'connected');
	});
	it('does not connect through a private address that the operator does not allow', async () => {
		proxy = await startConnectProxy(resolve);
		const device = await createDeviceUnderTest(whatsApp, { proxyUrl: () => proxy.url() });
		await expect(device.link()).rejects.toMatchObject({
			code: 'service_unavailable',
			message: expect.stringContaining('GATEWAY_ALLOW_PRIVATE_NETWORKS'),
		});
		expect(proxy.targets).toEqual([]);
		expect(device.logged()).not.toContain('p%40ss');
		await device.close();
	});
});
