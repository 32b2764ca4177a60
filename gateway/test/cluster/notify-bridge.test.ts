import { beforeEach, describe, expect, it } from '@jest/globals';
import { createNotifyBridge, type NotifyBridge } from '../../src/cluster/notify-bridge.ts';
import { parseNotification, type Notification } from '../../src/cluster/notification.ts';
import type { EventId, InstanceId, ProcessId, WebhookId } from '../../src/domain/ids.ts';
import { createIds, systemEntropy } from '../../src/runtime/system.ts';
import type { Signal } from '../../src/store/signal.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

describe('the notifications of a gateway to the others', () => {
	let clock: ManualClock;
	let bridge: NotifyBridge;
	let errors: unknown[];
	/** The published texts, each with the function that ends its send. */
	let sends: { notification: Notification | null; end: (error?: Error) => void }[];

	beforeEach(() => {
		clock = createManualClock();
		errors = [];
		sends = [];
		bridge = createNotifyBridge({
			processId: createIds(clock, systemEntropy)('proc') satisfies ProcessId,
			clock,
			holdsLease: () => false,
			send: (text) =>
				new Promise((resolve, reject) => {
					const end = (error?: Error): void => {
						if (error === undefined) resolve();
						else reject(error);
					};
					sends.push({ notification: parseNotification(text), end });
				}),
			publish: () => undefined,
			onError: (error) => errors.push(error),
		});
	});

	const eventOf = (eventId: string): Signal => ({
		kind: 'event_recorded',
		eventId: eventId as EventId,
		event: { kind: 'webhook.paused', data: { instanceId: null, webhookId: 'wh_1' as WebhookId } } as never,
		at: clock.now(),
		body: '{}',
		test: false,
	});
	const changeOf = (instanceId: string): Signal => ({
		kind: 'instance_changed',
		instanceId: instanceId as InstanceId,
	});
	const sendAt = (index: number) => until(`send ${index}`, () => sends[index]);

	it('name events at once, although no other gateway has asked for them yet', async () => {
		bridge.connected();
		bridge.publish(eventOf('evt_1'));
		clock.advance(5);
		expect((await sendAt(0)).notification?.events).toEqual(['evt_1']);
	});

	it('name no events where no other gateway asks for them', async () => {
		bridge.connected();
		clock.advance(60_000);
		bridge.publish(eventOf('evt_1'));
		bridge.publish(changeOf('inst_1'));
		clock.advance(5);
		expect((await sendAt(0)).notification?.events).toEqual([]);
	});

	it('do not overtake each other', async () => {
		bridge.connected();
		bridge.publish(eventOf('evt_1'));
		clock.advance(5);
		const first = await sendAt(0);
		bridge.publish(eventOf('evt_2'));
		clock.advance(5);
		expect(sends).toHaveLength(1);
		first.end();
		await until('the next to be scheduled', () => clock.pending().length > 0);
		clock.advance(5);
		expect((await sendAt(1)).notification?.events).toEqual(['evt_2']);
	});

	it('are sent again after a failure, and report that events may be missing', async () => {
		bridge.connected();
		bridge.publish(eventOf('evt_1'));
		bridge.publish(changeOf('inst_1'));
		clock.advance(5);
		(await sendAt(0)).end(new Error('The connection was lost.'));
		await until('the error', () => errors.length > 0);
		bridge.publish(eventOf('evt_2'));
		clock.advance(1000);
		const again = await sendAt(1);
		expect(again.notification).toMatchObject({ changed: ['inst_1'], events: [], interrupted: true });
		again.end();
		await until('the next to be scheduled', () => clock.pending().length > 0);
		clock.advance(5);
		expect((await sendAt(2)).notification).toMatchObject({ events: ['evt_2'], interrupted: false });
	});

	it('are sent before the gateway stops', async () => {
		bridge.publish(changeOf('inst_1'));
		const closed = bridge.close();
		(await sendAt(0)).end();
		await closed;
		expect(sends[0]?.notification?.changed).toEqual(['inst_1']);
	});
});
