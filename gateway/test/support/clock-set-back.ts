import { afterEach, beforeEach } from '@jest/globals';
import type { Clock } from '../../src/domain/clock.ts';
import { connectedInstance, startTestGateway, type TestGateway } from './gateway.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { startReceiver, type Receiver } from './servers/receiver.ts';
import { until } from './until.ts';

const HOUR = 3_600_000;
/** Milliseconds that pass at each check for a request: `until` gives up after twenty minutes of this clock. */
const STEP = 100;

/** A gateway with a connected instance, whose clock can be set back. */
export interface ClockSetBack {
	gateway: () => TestGateway;
	receiver: () => Receiver;
	/**
	 * Sets the clock back, by an hour by default. The timers are not affected: the system's timers use a monotonic
	 * clock.
	 */
	setBack: (by?: number) => void;
	/** Registers a webhook for received messages. */
	register: (ratePerSecond: number | null, settings?: Record<string, unknown>) => Promise<unknown>;
	/** Lets the instance receive a text. */
	receive: (content: string) => Promise<unknown>;
	/** Lets time pass until a number of requests has arrived. Throws after less than an hour. */
	waitForRequests: (count: number) => Promise<unknown>;
	/** Lets fifteen seconds pass, in which the gateway looks for work. */
	letTimePass: () => Promise<void>;
}

/** Starts such a gateway, with a receiver, for each test. */
export function useClockSetBack(): ClockSetBack {
	let timers: ManualClock;
	let setBackBy: number;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		timers = createManualClock();
		setBackBy = 0;
		const clock: Clock = {
			now: () => timers.now() - setBackBy,
			schedule: (delay, fire) => timers.schedule(delay, () => void fire()),
		};
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	return {
		gateway: () => gateway,
		receiver: () => receiver,
		setBack: (by = HOUR) => {
			setBackBy = by;
		},
		register: (ratePerSecond, settings = {}) =>
			gateway.post('/v1/webhooks', {
				url: receiver.url,
				events: ['message.received'],
				ratePerSecond,
				...settings,
			}),
		receive: (content) =>
			gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content }),
		waitForRequests: (count) =>
			until(`${count} requests`, () => {
				timers.advance(STEP);
				return receiver.requests.length >= count;
			}),
		async letTimePass() {
			for (let passed = 0; passed < 15_000; passed += STEP) {
				timers.advance(STEP);
				await gateway.get('/v1/instances');
			}
		},
	};
}
