import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { trustWhatsApp } from '../../../support/whatsapp/trust.ts';
import { until } from '../../../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const SECOND = 1000;

describe('open connection without traffic', () => {
	let whatsApp: WhatsApp;
	let gateway: TestGateway;
	let clock: ManualClock;
	let instanceId: string;

	const logins = async (): Promise<number> => (await whatsApp.stats()).logins;
	const pings = async (): Promise<number> => (await whatsApp.log()).queries['w:p ping'] ?? 0;
	const isConnected = () =>
		until('the instance to be connected', async () => {
			const { status } = (await gateway.get(`/v1/instances/${instanceId}/status`)).at('data') as {
				status: string;
			};
			return status === 'connected';
		});

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await trustWhatsApp(whatsApp);
		clock = createManualClock(Date.now());
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_WHATSAPP_URL: whatsApp.url },
		});
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '');
		await isConnected();
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	/** Advances the clock until the gateway pings WhatsApp, with polls in between so that the ping can arrive. */
	async function advanceUntilPing(): Promise<void> {
		const before = await pings();
		let polls = 0;
		await until('a ping', async () => {
			if (polls % 50 === 0) clock.advance(10 * SECOND);
			polls += 1;
			return (await pings()) > before;
		});
	}

	it('stays open when WhatsApp answers a ping', async () => {
		const loginsBefore = await logins();
		await advanceUntilPing();
		clock.advance(10 * SECOND);
		expect(await logins()).toBe(loginsBefore);
		expect((await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.status')).toBe('connected');
	});

	it('is reopened when WhatsApp does not answer a ping', async () => {
		const loginsBefore = await logins();
		await whatsApp.queryRules({ query: 'w:p ping', delay: -1 });
		await advanceUntilPing();
		clock.advance(20 * SECOND);
		await until('the reconnection', async () => (await logins()) > loginsBefore);
		await isConnected();
	});
});
