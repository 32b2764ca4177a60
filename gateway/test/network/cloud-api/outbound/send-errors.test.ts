import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOKEN } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, statusOf, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { reached } from '../../../support/media.ts';
import { connectOfficial, officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

describe('errors of the Cloud API', () => {
	it.each([
		[131026, 'recipient_not_found'],
		[131047, 'reengagement_window_closed'],
		[131051, 'unsupported_media_type'],
		[131053, 'media_download_failed'],
		[131042, 'insufficient_credits'],
		[133010, 'provider_verification_required'],
		[33, 'provider_verification_required'],
		[131021, 'recipient_not_found'],
		[131030, 'recipient_not_found'],
		[131037, 'provider_verification_required'],
		[131049, 'network_error'],
		[132001, 'template_not_found'],
		[132015, 'template_not_approved'],
		[132000, 'invalid_template_params'],
		[131009, 'network_error'],
	])("with code %i fail the message with %s and Meta's message", async (code, expected) => {
		await meta.fail({
			on: 'messages',
			times: 1,
			status: 400,
			code,
			message: `(#${code}) Told so`,
			details: 'Why.',
		});
		const id = await sendText(gateway, instanceId, PHONE);
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.code')).toBe(expected);
		expect(at(record, 'error.message')).toContain(`(#${code}) Told so Why.`);
	});

	it.each([
		['an internal error of Meta', { status: 500, code: 131000 }],
		['an overload of Meta', { status: 503, code: 131016 }],
		['the rate limit of a recipient', { status: 400, code: 131056 }],
		['the rate limit of the account', { status: 429, code: 130429 }],
		['the rate limit of a proxy, without a code', { status: 429, plain: true, times: 2 }],
		['too many calls', { status: 400, code: 613 }],
		['a missing permission', { status: 403, code: 10 }],
		['a denied access', { status: 403, code: 131005 }],
		['an unknown token', { status: 401, code: 190 }],
	])('are retried when temporary: %s', async (_what, failure) => {
		await meta.fail({ on: 'messages', times: 1, ...failure });
		const id = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, id, 'sent');
	});

	it('fail the message with rate_limited when the rate limit persists', async () => {
		const clock = createManualClock();
		const slow = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		const own = await officialInstance(slow);
		await meta.fail({ on: 'messages', times: 8, status: 400, code: 131056 });
		const id = await sendText(slow, own, PHONE);
		await until('the message to fail', async () => {
			clock.advance(1000);
			return at(await statusOf(slow, id), 'status') === 'failed';
		});
		expect(at(await statusOf(slow, id), 'error.code')).toBe('rate_limited');
		await slow.close();
	});

	it.each([
		['a missing permission (10)', { status: 403, code: 10 }],
		['a missing permission (200)', { status: 403, code: 200 }],
		['a missing permission (131005)', { status: 403, code: 131005 }],
		['a number to which the token has no access', { status: 400, code: 100, subcode: 33 }],
	])('for %s fail the message in the end and keep the credentials', async (_what, failure) => {
		const clock = createManualClock();
		const slow = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		const own = await officialInstance(slow);
		await meta.fail({ on: 'messages', times: 8, ...failure });
		const id = await sendText(slow, own, PHONE);
		const record = await until('the message to fail', async () => {
			clock.advance(1000);
			const now = await statusOf(slow, id);
			return at(now, 'status') === 'failed' && now;
		});
		expect(at(record, 'error.code')).toBe('provider_verification_required');
		expect(at(record, 'error.message')).toContain('whatsapp_business_messaging');
		expect((await slow.get(`/v1/instances/${own}/status`)).at('data.status')).toBe('connected');
		const noticed = slow.logged.filter((line) => line.includes('access_refused'));
		expect(noticed).toHaveLength(1);
		const next = await sendText(slow, own, PHONE);
		await reached(slow, next, 'sent');
		await slow.close();
	});

	it('fail a reply to a message that was never sent', async () => {
		await meta.fail({ on: 'messages', times: 1, status: 400, code: 131026 });
		const first = await sendText(gateway, instanceId, PHONE, 'One');
		await reached(gateway, first, 'failed');
		const before = (await meta.requests('messages')).length;
		const reply = await sendText(gateway, instanceId, PHONE, 'Two', { quotedMessageId: first });
		const record = await reached(gateway, reply, 'failed');
		expect(at(record, 'error.message')).toContain('Send it without quotedMessageId');
		expect(await meta.requests('messages')).toHaveLength(before);
	});
});

describe('a revoked access token', () => {
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await startReceiver();
	});
	afterEach(() => receiver.close());

	it('disconnects the instance; queued messages are sent after a new connection', async () => {
		const own = await officialInstance(gateway, { webhookUrl: receiver.url });
		await meta.revoke(TOKEN);
		const id = await sendText(gateway, own, PHONE);
		const event = await receiver.find(
			'instance.disconnected',
			(one) => one.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: own, reason: 'credentials_revoked' });
		expect(event.at('data.message')).toContain('connect the instance again');
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'queued' });
		await meta.admit(TOKEN);
		await connectOfficial(gateway, own);
		await reached(gateway, id, 'sent');
		expect(gateway.logged.join('')).not.toContain(TOKEN);
	});
});

describe('an account locked by Meta', () => {
	it.each([368, 131031])('is reported as banned (%i), with where to ask for a review', async (code) => {
		const receiver = await startReceiver();
		const own = await officialInstance(gateway, { webhookUrl: receiver.url });
		await meta.fail({ on: 'messages', times: 1, status: 403, code });
		const id = await sendText(gateway, own, PHONE);
		const event = await receiver.find(
			'instance.disconnected',
			(one) => one.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: own, reason: 'banned' });
		expect(event.at('data.message')).toContain('WhatsApp Manager');
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'queued' });
		expect((await gateway.get(`/v1/instances/${own}`)).at('data.status')).toBe('disconnected');
		await gateway.delete(`/v1/instances/${own}`);
		await receiver.close();
	});
});
