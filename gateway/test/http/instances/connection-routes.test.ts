import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { scannedText } from '../../support/qr-code.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('POST /v1/instances/:instanceId/connect by QR code', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		const created = await gateway.post('/v1/instances', {
			name: 'Shop',
			webhookUrl: receiver.url,
			webhookEvents: ['instance.connected', 'instance.disconnected', 'instance.qr_updated'],
		});
		instanceId = created.text('data.id');
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	const connect = () => gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
	const scan = () => gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
	const status = () => gateway.get(`/v1/instances/${instanceId}/status`);

	it('shows the same QR code at every endpoint and in the event', async () => {
		const answer = await connect();
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({ success: true, status: 'qr_pending' });
		const qrCode = answer.text('qrCode');
		expect(scannedText(qrCode)).toContain(instanceId);

		const record = { qrCode, expiresAt: answer.text('qrCodeExpiresAt'), status: 'qr_pending' };
		expect((await gateway.get(`/v1/instances/${instanceId}/qrcode`)).at('data')).toEqual(record);
		expect((await status()).at('data')).toMatchObject({
			status: 'qr_pending',
			qrCode,
			qrCodeExpiresAt: record.expiresAt,
		});
		const [request] = await receiver.count(1);
		expect(request?.at('event')).toBe('instance.qr_updated');
		expect(request?.at('data')).toEqual({ instanceId, qrCode, expiresAt: record.expiresAt });
	});

	it('answers a poll for the QR code after the scan with already_connected', async () => {
		await connect();
		await scan();
		const answer = await gateway.get(`/v1/instances/${instanceId}/qrcode`);
		expect(answer.status).toBe(409);
		expect(answer.at('error')).toMatchObject({ code: 'already_connected', status: 'connected' });
	});

	it('answers invalid_method where the method is missing', async () => {
		const answer = await gateway.post(`/v1/instances/${instanceId}/connect`, {});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_method']);
	});

	it('returns the same QR code when it is requested again', async () => {
		const [first, second] = [await connect(), await connect()];
		expect(second.body).toEqual(first.body);
	});

	it('replaces an expired QR code and emits an event each time', async () => {
		const first = (await connect()).text('qrCode');
		await receiver.count(1);
		clock.advance(60_000);
		const renewed = await receiver.find('another QR code', (one) => one.at('data.qrCode') !== first);
		expect(renewed.at('event')).toBe('instance.qr_updated');
		expect((await status()).at('data.qrCode')).toBe(renewed.at('data.qrCode'));
	});

	it('connects the instance once the phone has scanned the code', async () => {
		await connect();
		expect((await scan()).status).toBe(200);
		const record = (await status()).at('data');
		expect(record).toMatchObject({
			status: 'connected',
			phone: expect.stringMatching(/^999\d{9}$/),
			profileName: 'Simulated phone',
			qrCode: null,
			qrCodeExpiresAt: null,
			connectedAt: expect.stringMatching(/Z$/),
		});
		const event = await receiver.find('the event', (request) => request.at('event') === 'instance.connected');
		expect(event.at('data')).toEqual({
			instanceId,
			phone: at(record, 'phone'),
			profileName: 'Simulated phone',
		});
		const repeated = await connect();
		expect([repeated.status, repeated.at('error.code')]).toEqual([409, 'instance_already_connected']);
		const qr = await gateway.get(`/v1/instances/${instanceId}/qrcode`);
		expect([qr.status, qr.at('error.code')]).toEqual([409, 'already_connected']);
	});

	it('counts the seconds since the connection as uptime', async () => {
		await connect();
		await scan();
		clock.advance(90_500);
		expect((await status()).at('data.health')).toMatchObject({ uptime: 90, messageDeliveryRate: 1 });
	});

	it('disconnects the instance when the phone logs out, and lets it connect again', async () => {
		await connect();
		await scan();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const event = await receiver.find(
			'the event',
			(request) => request.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toEqual({ instanceId, reason: 'logged_out' });
		expect((await status()).at('data.status')).toBe('disconnected');
		expect((await connect()).at('status')).toBe('qr_pending');
	});

	it('answers 409 for a scan while no code is shown', async () => {
		const answer = await scan();
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		const qr = await gateway.get(`/v1/instances/${instanceId}/qrcode`);
		expect(qr.at('data')).toEqual({ qrCode: null, expiresAt: null, status: 'disconnected' });
	});

	it('answers 400 for an unknown method', async () => {
		const answer = await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'fax' });
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_method']);
	});
});

describe('an instance after a restart of the gateway', () => {
	it('reconnects without a scan and receives the receipts of earlier messages', async () => {
		const before = await startTestGateway({ environment: { GATEWAY_SIMULATOR_LATENCY_MS: '0,600000,0' } });
		const instanceId = await connectedInstance(before);
		const messageId = await sendText(before, instanceId, '4915112345678');
		await until(
			'the message to be sent',
			async () => at(await statusOf(before, messageId), 'status') === 'sent',
		);

		const after = await before.restart();
		await until('the instance to be connected', async () => {
			const { body } = await after.get(`/v1/instances/${instanceId}/status`);
			return at(body, 'data.status') === 'connected';
		});
		const receipts = `/simulator/v1/instances/${instanceId}/messages/${messageId}/receipts`;
		expect((await after.post(receipts, { status: 'read' })).status).toBe(200);
		expect(await statusOf(after, messageId)).toMatchObject({ status: 'read' });
		await after.close();
	});

	it('shows a new QR code when it was waiting for a scan', async () => {
		const before = await startTestGateway();
		const created = await before.post('/v1/instances', { name: 'Shop' });
		const path = `/v1/instances/${created.text('data.id')}`;
		const first = (await before.post(`${path}/connect`, { method: 'qrcode' })).text('qrCode');
		const after = await before.restart();
		const renewed = await until('another code', async () => {
			const status = await after.get(`${path}/status`);
			return status.at('data.status') === 'qr_pending' && status;
		});
		expect(renewed.at('data.qrCode')).not.toBe(first);
		await after.close();
	});
});
