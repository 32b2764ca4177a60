import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseHolds } from '../../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

const TOKEN = 'EAAG-a-token-that-nobody-may-see';
const CREDENTIALS = { businessId: '102', phoneNumberId: '10612345678', accessToken: TOKEN };
const OFFICIAL = { method: 'official', ...CREDENTIALS };

describe('connecting through the official API', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		const created = await gateway.post('/v1/instances', { name: 'Shop' });
		instanceId = created.text('data.id');
		const events = ['instance.connected', 'instance.disconnected', 'instance.qr_updated'];
		await gateway.post('/v1/webhooks', { url: receiver.url, events, instanceId });
	});
	afterEach(() => receiver.close());

	const connect = (body: Record<string, unknown>) =>
		gateway.post(`/v1/instances/${instanceId}/connect`, body);
	const status = async () => (await gateway.get(`/v1/instances/${instanceId}/status`)).at('data');

	it('answers connected without a QR code and publishes instance.connected once', async () => {
		const answer = await connect(OFFICIAL);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ success: true, status: 'connected' });
		const [request] = await receiver.count(1);
		expect(request?.at('event')).toBe('instance.connected');
		const phone = request?.at('data.phone');
		expect(request?.at('data')).toEqual({ instanceId, phone, profileName: 'Simulated business' });
		expect(await status()).toMatchObject({ status: 'connected', phone, qrCode: null });
		expect(receiver.requests).toHaveLength(1);
	});

	it('sends messages to somebody who wrote', async () => {
		await connect(OFFICIAL);
		const message = { from: '4915112345678', content: 'Are you there?' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		const sent = await gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hi' });
		await until('the message to be read', async () => {
			const record = await gateway.get(`/v1/messages/${sent.text('messageId')}/status`);
			return record.at('data.status') === 'read';
		});
	});

	it.each([
		['an unknown number', { phoneNumberId: '1060000' }, 422, 'invalid_credentials'],
		['a wrong token', { accessToken: 'wrong-token' }, 422, 'invalid_credentials'],
		['an unverified business', { phoneNumberId: '1060009' }, 403, 'provider_verification_required'],
	])('rejects %s and leaves the instance disconnected', async (_what, change, expected, code) => {
		const answer = await connect({ ...OFFICIAL, ...change });
		expect([answer.status, answer.at('error.code')]).toEqual([expected, code]);
		expect(await status()).toMatchObject({ status: 'disconnected', phone: null });
		expect(receiver.requests).toEqual([]);
		expect((await connect(OFFICIAL)).status).toBe(200);
	});

	it.each([
		['no credentials', { method: 'official' }, ['businessId', 'phoneNumberId', 'accessToken']],
		['a missing credential', { ...OFFICIAL, phoneNumberId: undefined }, ['phoneNumberId']],
		['an empty credential', { ...OFFICIAL, accessToken: '' }, ['accessToken']],
		['a credential of the wrong type', { ...OFFICIAL, businessId: 102 }, ['businessId']],
		['credentials for a QR code', { ...OFFICIAL, method: 'qrcode' }, Object.keys(CREDENTIALS)],
		['one credential for a QR code', { method: 'qrcode', businessId: '102' }, ['businessId']],
		['an unknown field', { ...OFFICIAL, number: '49' }, ['number']],
	])('rejects %s and names the fields', async (_what, body, fields) => {
		const answer = await connect(body);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		for (const field of fields) expect(answer.text('error.message')).toContain(`"${field}"`);
		expect(await status()).toMatchObject({ status: 'disconnected' });
	});

	it.each(['pigeon', ''])('rejects the method "%s"', async (method) => {
		const answer = await connect({ ...CREDENTIALS, method });
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_method']);
	});

	it('rejects an unknown instance and a connected one', async () => {
		const unknown = await gateway.post('/v1/instances/inst_0/connect', OFFICIAL);
		expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'instance_not_found']);
		await connect(OFFICIAL);
		const again = await connect(OFFICIAL);
		expect([again.status, again.at('error.code')]).toEqual([409, 'instance_already_connected']);
	});

	it('connects once when requested twice at the same time', async () => {
		const answers = await Promise.all([connect(OFFICIAL), connect(OFFICIAL)]);
		expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
		await receiver.count(1);
		expect(await status()).toMatchObject({ status: 'connected' });
	});

	it('replaces a QR code, which stays valid when the credentials are wrong', async () => {
		await connect({ method: 'qrcode' });
		await connect({ ...OFFICIAL, accessToken: 'wrong' });
		expect(await status()).toMatchObject({ status: 'qr_pending' });
		await connect(OFFICIAL);
		expect(await status()).toMatchObject({ status: 'connected', qrCode: null });
		const scan = await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		expect([scan.status, scan.at('error.code')]).toEqual([409, 'instance_disconnected']);
	});

	it('provides no QR code for a connected or an official instance', async () => {
		const qrCode = async () => {
			const answer = await gateway.get(`/v1/instances/${instanceId}/qrcode`);
			return [answer.status, answer.at('error.code')];
		};
		await connect(OFFICIAL);
		expect(await qrCode()).toEqual([409, 'official_api_instance']);
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		expect(await status()).toMatchObject({ status: 'disconnected' });
		expect(await qrCode()).toEqual([409, 'official_api_instance']);
		const byQrCode = await connect({ method: 'qrcode' });
		expect([byQrCode.status, byQrCode.at('error.code')]).toEqual([409, 'official_api_instance']);
	});
});

describe('official instance', () => {
	it('reconnects after a restart without an event and does not expose its token', async () => {
		const receiver = await startReceiver();
		const gateway = await startTestGateway();
		const created = await gateway.post('/v1/instances', { name: 'Shop', webhookUrl: receiver.url });
		const id = created.text('data.id');
		const answers = [await gateway.post(`/v1/instances/${id}/connect`, OFFICIAL)];
		await receiver.find('the first connection', (one) => one.at('event') === 'instance.connected');

		const restarted = await gateway.restart();
		await until('the connection', async () => {
			return (await restarted.get(`/v1/instances/${id}/status`)).at('data.status') === 'connected';
		});
		for (const inside of [`/${id}`, `/${id}/status`, '']) {
			answers.push(await restarted.get(`/v1/instances${inside}`));
		}
		expect(answers[2]?.at('data.status')).toBe('connected');
		expect(JSON.stringify(answers.map((one) => one.body))).not.toContain(TOKEN);
		expect([...gateway.logged, ...restarted.logged].join('')).not.toContain(TOKEN);
		expect(await databaseHolds(restarted.folder, TOKEN)).toBe(false);
		expect(await databaseHolds(restarted.folder, id)).toBe(true);
		// The lost connection was not published, so the new one is not either.
		await restarted.post(`/simulator/v1/instances/${id}/logout`);
		await receiver.find('instance.disconnected', (one) => one.at('event') === 'instance.disconnected');
		expect(receiver.requests.map((one) => one.at('event'))).toEqual([
			'instance.connected',
			'instance.disconnected',
		]);
		await restarted.close();
		await receiver.close();
	});
});
