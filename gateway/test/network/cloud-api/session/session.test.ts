import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOKEN, UNVERIFIED_NUMBER } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { countRows, databaseHolds } from '../../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { OFFICIAL, officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

let meta: CloudApi;
let gateway: TestGateway;
let receiver: Receiver;

beforeAll(async () => {
	meta = await startCloudApi();
});
afterAll(() => meta.close());
beforeEach(async () => {
	receiver = await startReceiver();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
});
afterEach(async () => {
	await receiver.close();
	await gateway.close();
	await meta.recover();
	await meta.admit(TOKEN);
});

const statusOf = async (id: string) => (await gateway.get(`/v1/instances/${id}/status`)).at('data');
const created = async () =>
	(await gateway.post('/v1/instances', { name: 'Shop', webhookUrl: receiver.url })).text('data.id');
const connect = (id: string, change: object = {}) =>
	gateway.post(`/v1/instances/${id}/connect`, { ...OFFICIAL, ...change });

describe('session of the Cloud API', () => {
	it('verifies the credentials with Meta and takes the number and the name from there', async () => {
		const id = await created();
		const answer = await connect(id);
		expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'connected' }]);
		const event = await receiver.find(
			'instance.connected',
			(one) => one.at('event') === 'instance.connected',
		);
		expect(event.at('data')).toEqual({ instanceId: id, phone: '15550783881', profileName: 'Jaspers Market' });
		expect(await statusOf(id)).toMatchObject({
			status: 'connected',
			phone: '15550783881',
			profileName: 'Jaspers Market',
		});
	});

	it.each([
		[
			'a token that is not accepted',
			{ accessToken: 'EAAG-another' },
			422,
			'invalid_credentials',
			'accessToken',
		],
		['an unknown number', { phoneNumberId: '4711' }, 422, 'invalid_credentials', 'phoneNumberId'],
		['an unknown business', { businessId: '4711' }, 422, 'invalid_credentials', 'businessId'],
		[
			'a number that is not verified',
			{ phoneNumberId: UNVERIFIED_NUMBER },
			403,
			'provider_verification_required',
			'WhatsApp Manager',
		],
	])('rejects %s and says what to do', async (_what, change, status, code, hint) => {
		const id = await created();
		const answer = await connect(id, change);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect(answer.text('error.message')).toContain(hint);
		expect(answer.text('error.message')).not.toContain(TOKEN);
		expect(await statusOf(id)).toMatchObject({ status: 'disconnected', phone: null });
		expect((await connect(id)).status).toBe(200);
	});

	it.each([
		['a locked account', { status: 403, code: 131031 }, 403, 'provider_verification_required'],
		['missing permissions', { status: 403, code: 200 }, 422, 'invalid_credentials'],
		['too many requests', { status: 429, code: 80007 }, 503, 'service_unavailable'],
		['an internal error of Meta', { status: 500, code: 2 }, 503, 'service_unavailable'],
		['cut connections', { cut: true, times: 2 }, 503, 'service_unavailable'],
	])('answers %s with a code of its own', async (_what, failure, status, code) => {
		const id = await created();
		await meta.fail({ on: 'number', times: 1, ...failure });
		const answer = await connect(id);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect(answer.headers.get('retry-after') === null).toBe(status !== 503);
	});

	it('requires the settings of the Meta app', async () => {
		const bare = await startTestGateway({
			environment: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_GRAPH_URL: meta.graphUrl },
		});
		const id = (await bare.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const answer = await bare.post(`/v1/instances/${id}/connect`, OFFICIAL);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_method']);
		expect(answer.text('error.message')).toContain('GATEWAY_META_APP_SECRET');
		await bare.close();
	});

	it('reconnects on its own after a restart and does not expose its token', async () => {
		const id = await officialInstance(gateway);
		const before = gateway;
		gateway = await gateway.restart();
		await until(
			'the connection to be back',
			async () => (await gateway.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		expect(await databaseHolds(gateway.folder, TOKEN)).toBe(false);
		expect(await databaseHolds(gateway.folder, 'v1.')).toBe(true);
		expect([...before.logged, ...gateway.logged].join('')).not.toContain(TOKEN);
		const file = path.join(gateway.folder, 'encryption.key');
		expect(await readFile(file, 'utf8')).toHaveLength(45);
		if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	it('disconnects at a restart when the token was revoked in the meantime', async () => {
		const id = await created();
		await connect(id);
		await meta.revoke(TOKEN);
		gateway = await gateway.restart();
		const event = await receiver.find(
			'instance.disconnected',
			(one) => one.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: id, reason: 'credentials_revoked' });
		await meta.admit(TOKEN);
		expect((await connect(id)).status).toBe(200);
	});

	it('retries after a restart until Meta answers', async () => {
		const id = await officialInstance(gateway);
		const earlier = (await meta.requests('number')).length;
		await meta.fail({ on: 'number', times: 2, status: 503, code: 2 });
		gateway = await gateway.restart();
		await until(
			'the connection to be back',
			async () => (await gateway.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		expect(await meta.requests('number')).toHaveLength(earlier + 3);
	});

	it('does not start without its encryption key, and keeps the stored sessions', async () => {
		const id = await officialInstance(gateway);
		const file = path.join(gateway.folder, 'encryption.key');
		const key = await readFile(file);
		await rm(file);
		await expect(gateway.restart()).rejects.toThrow('GATEWAY_ENCRYPTION_KEY is not set');
		await writeFile(file, key);
		gateway = await gateway.restart();
		await until(
			'the connection to be back',
			async () => (await gateway.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
	});

	it('deletes the credentials when the instance is disconnected', async () => {
		const id = await officialInstance(gateway);
		expect((await gateway.post(`/v1/instances/${id}/disconnect`)).status).toBe(200);
		expect(await countRows(gateway.folder, 'network_sessions')).toBe(0);
		expect((await connect(id)).status).toBe(200);
	});
});
