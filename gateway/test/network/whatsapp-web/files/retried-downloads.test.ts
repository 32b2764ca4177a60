import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import { trustWhatsApp } from '../../../support/whatsapp/trust.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';
import type { MediaBehavior } from '../../../whatsapp-server/media/media-behavior.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('downloads of received files that fail', () => {
	let whatsApp: WhatsApp;
	let gateway: TestGateway;
	let receiver: Receiver;
	let clock: ManualClock;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await trustWhatsApp(whatsApp);
		clock = createManualClock(Date.now());
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_WHATSAPP_URL: whatsApp.url },
		});
		receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '');
		await hasStatus('connected');
	});
	beforeEach(async () => {
		await whatsApp.mediaBehaviors();
		await whatsApp.mediaRetryRules();
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const hasStatus = (status: string) =>
		until(`the status ${status}`, async () => {
			const shown = await gateway.get(`/v1/instances/${instanceId}/status`);
			return shown.text('data.status') === status;
		});
	const eventOf = (caption: string) => receiver.requests.find(({ at }) => at('data.content') === caption);
	const requests = async (): Promise<number> => (await whatsApp.mediaRequests()).requests.length;
	const requestsToPhone = async (): Promise<number> => (await whatsApp.log(ACCOUNT)).phoneRequests.length;

	async function picture(caption: string): Promise<void> {
		const file = {
			type: 'image' as const,
			mimeType: 'image/jpeg',
			base64: Buffer.from(JPEG).toString('base64'),
			caption,
		};
		await whatsApp.send(ADA, ACCOUNT, { file });
	}

	/** Lets time pass, with polls in between so that what it causes can happen. */
	async function passTime<T>(what: string, check: () => T | Promise<T>, step = SECOND) {
		return until(what, () => {
			clock.advance(step);
			return check();
		});
	}

	/** Resolves with the event of a picture, and how long (milliseconds) it took. */
	async function arrived(caption: string) {
		const from = clock.now();
		const event = await passTime(caption, () => eventOf(caption));
		return { event, took: clock.now() - from };
	}

	it('are retried for minutes', async () => {
		const before = await requests();
		await whatsApp.mediaBehaviors({ kind: 'status', status: 503, times: 6 });
		await picture('Slow to come');
		const { event, took } = await arrived('Slow to come');
		expect(event?.at('data.mediaError')).toBeUndefined();
		expect((await requests()) - before).toBeGreaterThanOrEqual(7);
		expect(took).toBeGreaterThan(3 * MINUTE);
	});

	const FAILURES: Readonly<Record<string, MediaBehavior>> = {
		'cut at once': { kind: 'cut', at: 0 },
		'cut in the middle': { kind: 'cut', at: 0.5 },
		'shorter than announced': { kind: 'wrong_length' },
		'redirected to this machine': { kind: 'redirect', location: 'http://127.0.0.1:80/r' },
	};
	for (const [what, behavior] of Object.entries(FAILURES)) {
		it(`are given up when each is ${what}`, async () => {
			const before = await requests();
			await whatsApp.mediaBehaviors(behavior);
			await picture(`Always ${what}`);
			const { event } = await arrived(`Always ${what}`);
			expect(event?.at('data.mediaError.code')).toBe('media_download_failed');
			expect(event?.at('data.mediaError.message')).toMatch(/Ask the sender/);
			expect((await requests()) - before).toBeGreaterThanOrEqual(7);
		});
	}

	it('do not count while there is no connection', async () => {
		const before = await requests();
		await whatsApp.mediaBehaviors({ kind: 'status', status: 503 });
		await picture('During an outage');
		await until('the first try', async () => (await requests()) > before);
		await whatsApp.settings({ offline: true });
		await passTime(
			'the outage',
			async () =>
				(await gateway.get(`/v1/instances/${instanceId}/status`)).text('data.status') === 'connecting',
		);
		const tried = await requests();
		const from = clock.now();
		await passTime('hours of it', () => clock.now() - from > 60 * MINUTE, 10 * SECOND);
		expect(eventOf('During an outage')).toBeUndefined();
		expect(await requests()).toBe(tried);
		await whatsApp.mediaBehaviors();
		await whatsApp.settings({ offline: false });
		const { event } = await arrived('During an outage');
		expect(event?.at('data.mediaError')).toBeUndefined();
	});

	it('lead to a request to the phone, which is repeated on the next connection', async () => {
		await hasStatus('connected');
		const before = await requestsToPhone();
		await whatsApp.mediaBehaviors({ path: 'next', kind: 'status', status: 404 });
		await whatsApp.mediaRetryRules({ answer: 'silent' });
		await picture('Lost on its way');
		await until('the request', async () => (await requestsToPhone()) > before);
		await whatsApp.end(ACCOUNT, 'drop');
		await whatsApp.mediaRetryRules();
		const { event } = await arrived('Lost on its way');
		expect(event?.at('data.mediaError')).toBeUndefined();
		expect((await requestsToPhone()) - before).toBeGreaterThanOrEqual(2);
	});

	it('lead to requests to the phone that end after minutes of its silence', async () => {
		const before = await requestsToPhone();
		await whatsApp.mediaBehaviors({ kind: 'status', status: 404 });
		await whatsApp.mediaRetryRules({ answer: 'silent' });
		await picture('Nobody has it');
		const { event, took } = await arrived('Nobody has it');
		expect(event?.at('data.mediaError.code')).toBe('media_download_failed');
		expect((await requestsToPhone()) - before).toBeGreaterThanOrEqual(3);
		expect(took).toBeGreaterThan(4 * MINUTE);
	});
});
