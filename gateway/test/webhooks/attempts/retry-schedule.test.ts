import { describe, expect, it } from '@jest/globals';
import { systemEntropy, type RandomBytes } from '../../../src/runtime/system.ts';
import { connectedInstance, startTestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const RETRY_DELAYS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** Jitter adds at most a tenth to a delay. */
const MAX_JITTER = 1.1;

describe('the retry schedule', () => {
	/** Random bytes of which the fraction is 0 or almost 1: no jitter, or the largest. */
	const jitter = (byte: number): RandomBytes => {
		return (size) => (size === 6 ? Buffer.alloc(size, byte) : systemEntropy(size));
	};

	it.each([
		['without jitter', 0x00, 1],
		['with the largest jitter', 0xff, MAX_JITTER],
	])('schedules retries to the millisecond, %s', async (_what, byte, factor) => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock, entropy: jitter(byte) });
		const receiver = await startReceiver();
		const arrivals: number[] = [];
		receiver.answer((response) => {
			arrivals.push(clock.now());
			response.writeHead(500).end();
		});
		const instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const path = `/v1/webhooks/${created.text('data.id')}/deliveries`;
		const begun = clock.now();
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		await receiver.count(1);
		for (const [index, delay] of RETRY_DELAYS.entries()) {
			const due = clock.now() + Math.round(delay * factor);
			await until(`retry ${index + 1} at its very moment`, async () => {
				const [delivery] = at((await gateway.get(path)).body, 'data.deliveries') as unknown[];
				return at(delivery, 'nextAttemptAt') === new Date(due).toISOString();
			});
			clock.advance(due - clock.now() - 1);
			await gateway.get(path);
			expect(arrivals).toHaveLength(index + 1);
			clock.advance(due - clock.now());
			await receiver.count(index + 2);
		}
		const expected = [0];
		for (const delay of RETRY_DELAYS) expected.push((expected.at(-1) ?? 0) + Math.round(delay * factor));
		expect(arrivals.map((arrival) => arrival - begun)).toEqual(expected);
		await receiver.close();
		await gateway.close();
	});
});
