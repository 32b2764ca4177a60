import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import { browserAnswer } from '../../../support/whatsapp/browser-answer.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';

describe('connection to WhatsApp', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;

	/** The account of the test's own instance. */
	let account: string;
	let accounts = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', {
			url: receiver.url,
			events: ['instance.connected', 'instance.disconnected', 'message.received'],
		});
	});
	beforeEach(() => {
		accounts += 1;
		account = `49151111111${String(accounts).padStart(2, '0')}`;
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const disconnected = (id: string) =>
		receiver.find(
			'the end',
			({ at }) => at('event') === 'instance.disconnected' && at('data.instanceId') === id,
		);
	/** Resolves when the account of the test has no linked device. */
	const unlinked = () =>
		until('the device to be gone', async () => {
			const { accounts: linked } = await whatsApp.stats();
			return !linked.some(({ phone }) => phone === account);
		});
	const logins = async () => (await whatsApp.stats()).logins;
	const connect = (id: string) => gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });

	for (const ending of [515, 428, 503, 500, 408, 'drop'] as const) {
		it(`reconnects after ${ending} and loses nothing`, async () => {
			const id = await gateway.linked(account);
			const before = await logins();
			await whatsApp.end(account, ending);
			const text = `Through ${ending}`;
			const messageId = await sendText(gateway.client, id, ADA, text);
			await reached(gateway.client, messageId, 'read');
			expect(await logins()).toBeGreaterThan(before);
			await whatsApp.send(ADA, account, { text: `Back from ${ending}` });
			await receiver.find('the answer', ({ at }) => at('data.content') === `Back from ${ending}`);
			const reported = receiver.requests.filter(({ at }) => at('data.instanceId') === id);
			expect(reported.map(({ at }) => at('event'))).not.toContain('instance.disconnected');
			expect((await whatsApp.received(ADA)).filter((one) => one.text === text)).toHaveLength(1);
		});
	}

	for (const [ending, reason] of [
		[401, 'logged_out'],
		[440, 'replaced'],
		[403, 'banned'],
	] as const) {
		it(`disconnects after ${ending} with ${reason} and says what to do`, async () => {
			const id = await gateway.linked(account);
			await whatsApp.end(account, ending);
			const reported = await disconnected(id);
			expect(reported.at('data')).toMatchObject({ instanceId: id, reason });
			expect(String(reported.at('data.message'))).toMatch(/\w+ .*\./);
			expect(await gateway.status(id)).toBe('disconnected');
		});
	}

	it('links a device again, with a new code, that was removed on the phone', async () => {
		const id = await gateway.linked(account);
		await whatsApp.end(account, 401);
		await gateway.has(id, 'disconnected');
		const shown = await connect(id);
		expect(shown.at('status')).toBe('qr_pending');
		await whatsApp.scan(account, scannedText(shown.text('qrCode')) ?? '');
		await gateway.has(id, 'connected');
	});

	it('sends a queued message once although the history of the device linked again contains it', async () => {
		const id = await gateway.linked(account);
		await whatsApp.messageRules({ account, ack: 'none' });
		const text = 'Was it sent?';
		const messageId = await sendText(gateway.client, id, ADA, text);
		await whatsApp.end(account, 401);
		await gateway.has(id, 'disconnected');

		const shown = await connect(id);
		const now = Math.floor(Date.now() / 1000);
		const own = { id: networkIdOf(messageId as MessageId), fromMe: true, text, at: now };
		const messages = [own, { text: 'The rest of the past', at: now }];
		await whatsApp.scan(account, scannedText(shown.text('qrCode')) ?? '', {
			history: [{ phone: ADA, messages }],
		});
		const contents = async () => {
			const page = await gateway.client.get(`/v1/messages?instanceId=${id}`);
			return (page.at('data') as { content: string }[]).map(({ content }) => content);
		};
		await until('the past', async () => (await contents()).includes('The rest of the past'));
		await whatsApp.messageRules();
		await whatsApp.end(account, 'drop');
		await reached(gateway.client, messageId, 'read');
		expect((await contents()).filter((content) => content === text)).toHaveLength(1);
	});

	it('reconnects without a new code after another program replaced the connection', async () => {
		const id = await gateway.linked(account);
		await whatsApp.end(account, 440);
		await gateway.has(id, 'disconnected');
		await connect(id);
		await gateway.has(id, 'connected');
	});

	it('unlinks the device when the instance is disconnected', async () => {
		const id = await gateway.linked(account);
		await gateway.client.post(`/v1/instances/${id}/disconnect`);
		await unlinked();
		expect((await disconnected(id)).at('data.reason')).toBe('user_request');
		expect((await connect(id)).at('status')).toBe('qr_pending');
	});

	it('unlinks the device while messages arrive', async () => {
		const id = await gateway.linked(account);
		await whatsApp.burst(ADA, account, 'Are you there?', 200);
		await receiver.find(
			'the first messages',
			({ at }) => at('data.instanceId') === id && at('data.content') !== undefined,
		);
		await gateway.client.post(`/v1/instances/${id}/disconnect`);
		await unlinked();
	});

	it('shows a new code when the last one was not scanned', async () => {
		await whatsApp.settings({ refs: 0 });
		const id = (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await whatsApp.settings({ refs: 1 });
		expect((await connect(id)).at('status')).toBe('qr_pending');
	});

	it('shows that WhatsApp asks for a passkey, until the browser has answered', async () => {
		const id = (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await whatsApp.person(account, { passkey: true });
		const shown = await connect(id);
		await whatsApp.scan(account, scannedText(shown.text('qrCode')) ?? '');
		const request = await until('the request', async () => {
			const status = await gateway.client.get(`/v1/instances/${id}/status`);
			return status.at('data.passkeyRequest');
		});
		expect(request).toMatchObject({ options: { rpId: 'whatsapp.com' } });
		const refused = await gateway.client.post(`/v1/instances/${id}/passkey`, { response: {} });
		expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
		const { options } = request as { options: Record<string, unknown> };
		const answer = { response: browserAnswer(options) };
		expect((await gateway.client.post(`/v1/instances/${id}/passkey`, answer)).status).toBe(200);
		await gateway.has(id, 'connected');
	});

	it('answers at once when WhatsApp is unreachable', async () => {
		const id = (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await whatsApp.settings({ offline: true });
		const answer = await connect(id);
		await whatsApp.settings({ offline: false });
		expect(answer.status).toBe(503);
		expect(answer.at('error.code')).toBe('service_unavailable');
		expect(await gateway.status(id)).toBe('disconnected');
	});
});
