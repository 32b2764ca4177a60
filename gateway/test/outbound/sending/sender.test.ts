import { afterEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import type { Clock } from '../../../src/domain/clock.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const BO = '4915112345679';

describe('the sender', () => {
	let gateway: TestGateway;

	afterEach(() => gateway.close());

	const hasStatus = async (messageId: string, status: string) =>
		at(await statusOf(gateway, messageId), 'status') === status;

	it('serves other chats while one has more queued messages than the sender keeps in memory', async () => {
		const clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SIMULATOR_LATENCY_MS: '50,0,0' } });
		const id = await connectWithLatency(gateway, () => {
			clock.advance(50);
		});
		const backlog = await Promise.all(
			Array.from({ length: 300 }, (_, index) => sendText(gateway, id, ANA, `number ${index}`)),
		);
		const other = await sendText(gateway, id, BO);
		await until('the other chat to be served', () => {
			clock.advance(50);
			return hasStatus(other, 'read');
		});
		const statuses = await Promise.all(backlog.map((messageId) => hasStatus(messageId, 'queued')));
		expect(statuses.filter(Boolean).length).toBeGreaterThan(100);
		for (const messageId of backlog) {
			await until('the whole backlog to be read', () => {
				clock.advance(50);
				return hasStatus(messageId, 'read');
			});
		}
	});

	it('waits GATEWAY_SEND_INTERVAL between two messages of an instance', async () => {
		const clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SEND_INTERVAL: '10s' } });
		const id = await connectedInstance(gateway);
		const messages = [];
		for (const to of [ANA, BO, '4915112345680']) messages.push(await sendText(gateway, id, to));
		const [first, second, third] = messages.map((messageId) => () => hasStatus(messageId, 'read'));
		await until('the first to be read', () => first?.());
		expect([await second?.(), await third?.()]).toEqual([false, false]);
		clock.advance(10_000);
		await until('the second to be read', () => second?.());
		expect(await third?.()).toBe(false);
		clock.advance(10_000);
		await until('the third to be read', () => third?.());
	});

	it('waits no longer than GATEWAY_SEND_INTERVAL although the clock is set back by hours', async () => {
		const manual = createManualClock();
		let offset = 0;
		const clock: Clock = { ...manual, now: () => manual.now() + offset };
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SEND_INTERVAL: '10s' } });
		const id = await connectedInstance(gateway);
		const first = await sendText(gateway, id, ANA);
		await until('the first to be read', () => hasStatus(first, 'read'));
		offset = -6 * 3_600_000;
		const second = await sendText(gateway, id, BO);
		let waited = 0;
		await until('the second to be read', () => {
			manual.advance(1000);
			waited += 1;
			return hasStatus(second, 'read');
		});
		expect(waited).toBeLessThan(3600);
	});

	it('does not send a message that expired while it was queued', async () => {
		const HOUR = 3_600_000;
		const clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SEND_INTERVAL: '10h' } });
		const id = await connectedInstance(gateway);
		// These phones echo the messages that they receive.
		const phones = ['1', '2', '3', '4', '5'].map((digit) => `49151123${digit}0003`);
		const send = (index: number) => sendText(gateway, id, phones[index] ?? '');
		const wasEchoed = async (index: number) => {
			const history = await gateway.get(`/v1/messages?instanceId=${id}&phone=${phones[index]}`);
			return (history.at('data') as unknown[]).some((one) => at(one, 'direction') === 'inbound');
		};
		const last = await [0, 1, 2, 3].reduce(async (before, index) => {
			await before;
			return send(index);
		}, Promise.resolve(''));
		for (const index of [0, 1, 2]) {
			await until(`message ${index} to be echoed`, () => wasEchoed(index));
			clock.advance(index === 2 ? 4 * HOUR : 10 * HOUR);
			if (index === 1) await send(4);
		}
		await until('the message to expire', () => {
			clock.advance(60_000);
			return hasStatus(last, 'failed');
		});
		await until('the next one to be echoed', () => {
			clock.advance(HOUR / 4);
			return wasEchoed(4);
		});
		expect(await wasEchoed(3)).toBe(false);
	});

	it('reports a message as sent before it reports its failure, even if the network reports the failure first', async () => {
		const clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SIMULATOR_LATENCY_MS: '50,0,0' } });
		const id = await connectWithLatency(gateway, () => {
			clock.advance(50);
		});
		const messageId = await sendText(gateway, id, ANA);
		await gateway.post(`/simulator/v1/instances/${id}/messages/${messageId}/receipts`, {
			status: 'failed',
			error: { code: 'network_error' },
		});
		const status = await statusOf(gateway, messageId);
		expect([at(status, 'status'), typeof at(status, 'sentAt')]).toEqual(['failed', 'string']);
		clock.advance(50);
	});

	/** Returns the id of a connected instance on a network with latency. */
	async function connectWithLatency(client: TestGateway, timePasses: () => void): Promise<string> {
		const id = await connectedInstance(client);
		await until('the connection', async () => {
			timePasses();
			return (await client.get(`/v1/instances/${id}/status`)).at('data.status') === 'connected';
		});
		return id;
	}
});
