import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';
/** In place of an account: devices that are not linked yet. */
const LINKING = 'linking';

describe('state of a connection to WhatsApp', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	/** The account of the test's own instance. */
	let account: string;
	let accounts = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', {
			url: receiver.url,
			events: ['instance.connected', 'instance.disconnected', 'message.received'],
		});
	});
	beforeEach(() => {
		accounts += 1;
		account = `49151111112${String(accounts).padStart(2, '0')}`;
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const created = async () => (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
	const connect = (id: string) => gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	/** Returns the instance events published before a message that arrives now. */
	const eventsOf = async (id: string) => {
		const fence = `Mark ${id} ${receiver.requests.length}`;
		await whatsApp.send(ADA, account, { text: fence });
		await receiver.find(fence, ({ at }) => at('data.content') === fence);
		return receiver.requests
			.filter(({ at }) => at('data.instanceId') === id && at('event') !== 'message.received')
			.map(({ at }) => at('event'));
	};

	it('becomes disconnected with client_outdated for an old version, and keeps the keys', async () => {
		const id = await gateway.linked(account);
		await whatsApp.rejectLogin(account, '405');
		await whatsApp.end(account, 'drop');
		const event = await receiver.find(
			'instance.disconnected',
			({ at }) => at('event') === 'instance.disconnected' && at('data.instanceId') === id,
		);
		expect(event.at('data')).toMatchObject({ instanceId: id, reason: 'client_outdated' });
		expect(event.at('data.message')).toContain('GATEWAY_WHATSAPP_VERSION');
		expect(await gateway.status(id)).toBe('disconnected');
		await whatsApp.rejectLogin(account, null);
		await connect(id);
		await gateway.has(id, 'connected');
	});

	it('reports an old version when a QR code is requested', async () => {
		const id = await created();
		await whatsApp.rejectLogin(LINKING, '405');
		const answer = await connect(id);
		await whatsApp.rejectLogin(LINKING, null);
		expect(answer.status).toBe(503);
		expect(answer.text('error.message')).toContain('GATEWAY_WHATSAPP_VERSION');
		expect(await gateway.status(id)).toBe('disconnected');
	});

	it('does not report a removed device that was never linked', async () => {
		const id = await created();
		await whatsApp.rejectLogin(LINKING, '401');
		const answer = await connect(id);
		await whatsApp.rejectLogin(LINKING, null);
		expect(answer.text('error.message')).not.toContain('removed');
		expect(answer.text('error.message')).toMatch(/did not let the device be linked.*again/);
	});

	it('publishes instance.connected once, across a lost connection and a restart', async () => {
		const id = await gateway.linked(account);
		expect(await eventsOf(id)).toEqual(['instance.connected']);
		await whatsApp.settings({ offline: true });
		await gateway.has(id, 'connecting');
		await whatsApp.settings({ offline: false });
		await gateway.has(id, 'connected');
		await gateway.restart('SIGKILL');
		await gateway.has(id, 'connected');
		expect(await eventsOf(id)).toEqual(['instance.connected']);
	});

	it('publishes instance.connected again after a published disconnection', async () => {
		const id = await gateway.linked(account);
		await whatsApp.end(account, 440);
		await gateway.has(id, 'disconnected');
		await connect(id);
		await gateway.has(id, 'connected');
		const all = ['instance.connected', 'instance.disconnected', 'instance.connected'];
		expect(await eventsOf(id)).toEqual(all);
	});
});
