import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../../src/domain/clock.ts';
import { startCloudApi } from '../../support/official/cloud-api.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, sendText, startTestGateway, statusOf } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { officialInstance, whatsAppSettings } from '../../support/official/official.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;
const ANA = '4915112345678';

describe('the send queue', () => {
	it('serves other chats while messages of some get no response', async () => {
		const meta = await startCloudApi();
		const gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
		const instanceId = await officialInstance(gateway);
		const failing = Array.from({ length: 11 }, (_, index) => `1650555${1000 + index}`);
		for (const to of failing) await meta.fail({ on: 'messages', to, times: 1e6, status: 503, code: 2 });
		for (const to of failing) {
			await Promise.all(Array.from({ length: 100 }, () => sendText(gateway, instanceId, to)));
		}
		const others = ['16505552001', '16505552002'];
		for (const to of others) await reached(gateway, await sendText(gateway, instanceId, to), 'sent');
		await gateway.close();
		await meta.close();
	});

	it('rests when a message that was to be tried again has expired', async () => {
		const { folder, remove } = await temporaryFolder();
		const gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '1,1,1' });
		const instanceId = await connectedInstance(gateway);
		await gateway.post(`/simulator/v1/instances/${instanceId}/faults`, { kind: 'refuse', next: 10_000 });
		const messageId = await sendText(gateway, instanceId, ANA);
		await gateway.post('/simulator/v1/clock', { advance: '24h1s' });
		// Past the time of the next try. A gateway that does not rest answers nothing any more.
		const { headers } = gateway;
		const body = JSON.stringify({ advance: '5m' });
		const patience = { headers, signal: AbortSignal.timeout(60_000) };
		try {
			await gateway.request('/simulator/v1/clock', { method: 'POST', body, ...patience });
			await until('the message to have expired', async () => {
				const status = await gateway.request(`/v1/messages/${messageId}/status`, patience);
				return status.at('data.status') === 'failed';
			});
		} finally {
			await gateway.end('SIGKILL');
			await remove();
		}
	});

	it('keeps the order within a chat when the clock is set back between two messages', async () => {
		const manual = createManualClock();
		let offset = 0;
		const clock: Clock = { ...manual, now: () => manual.now() + offset };
		const before = await startTestGateway({ clock, environment: { GATEWAY_SEND_INTERVAL: '1h' } });
		const instanceId = await connectedInstance(before);
		const first = await sendText(before, instanceId, ANA, 'one');
		await reached(before, first, 'read');
		const earlier = await sendText(before, instanceId, ANA, 'two');
		offset = -60_000;
		const gateway = await before.restart();
		const later = [];
		for (const text of ['three', 'four']) later.push(await sendText(gateway, instanceId, ANA, text));
		const order = [earlier, ...later];
		const sentAt = async (messageId: string) => at(await statusOf(gateway, messageId), 'sentAt');
		await until('the last message to be sent', async () => {
			manual.advance(HOUR / 4);
			return typeof (await sentAt(order[2] ?? '')) === 'string';
		});
		const times = await Promise.all(order.map(sentAt));
		expect(times).toEqual([...times].sort());
		expect(new Set(times).size).toBe(3);
		await gateway.close();
	});

	it('tries a message again in time when the clock is set back meanwhile', async () => {
		const manual = createManualClock();
		let offset = 0;
		const clock: Clock = { ...manual, now: () => manual.now() + offset };
		const gateway = await startTestGateway({ clock });
		const instanceId = await connectedInstance(gateway);
		const faults = `/simulator/v1/instances/${instanceId}/faults`;
		await gateway.post(faults, { kind: 'refuse', next: 1 });
		const messageId = await sendText(gateway, instanceId, ANA);
		const times: number[] = [];
		await until('the message to be refused', async () => {
			manual.advance(10);
			times.push(manual.now());
			return ((await gateway.get(faults)).at('data.faults') as unknown[]).length === 0;
		});
		await until('the pause before the retry', () => {
			return manual.pending().some((due) => times.includes(due - 1000));
		});
		offset = -HOUR;
		let seconds = 0;
		await until('the message to be sent', async () => {
			manual.advance(1000);
			seconds += 1;
			return typeof at(await statusOf(gateway, messageId), 'sentAt') === 'string';
		});
		expect(seconds).toBeLessThan(HOUR / 2000);
		await gateway.close();
	});
});
