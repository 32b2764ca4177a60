import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventId } from '../../src/domain/ids.ts';
import { startEventFeed, type EventFeed } from '../../src/realtime/event-feed.ts';
import { createSubscriptions } from '../../src/realtime/subscriptions.ts';
import { createIds, systemClock, systemEntropy } from '../../src/runtime/system.ts';
import type { Signal } from '../../src/store/signal.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';
import { at } from '../support/json.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

/** Number of events that two gateways record in a second. */
const EVENTS = 2500;

describe('the event feed of a gateway among others', () => {
	const clock = createManualClock();
	const newId = createIds(clock, systemEntropy);
	let store: Store;
	let remove: () => Promise<void>;
	let feed: EventFeed;
	let announce: (signal: Signal) => void;
	let sent: unknown[];

	beforeEach(async () => {
		const { folder, remove: removeFolder } = await temporaryFolder();
		remove = removeFolder;
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		sent = [];
		const subscriptions = createSubscriptions();
		const listener = {
			send: (text: string) => void sent.push(at(JSON.parse(text), 'data.eventId')),
			forceReconnect: () => undefined,
		};
		subscriptions.add('events', listener, null);
		const listen: Store['listen'] = (receive) => {
			announce = receive;
			return () => undefined;
		};
		feed = startEventFeed({
			clock,
			store: { read: store.read, listen, publish: () => undefined },
			subscriptions,
			hasPeers: true,
			onError: (error) => {
				throw error;
			},
		});
	});
	afterEach(async () => {
		feed.stop();
		await store.close();
		await remove();
	});

	/** Records events as another gateway does; returns their ids. */
	async function record(count: number): Promise<EventId[]> {
		const ids = Array.from({ length: count }, () => newId('evt'));
		const rows = ids.map((id) => ({
			id,
			instance_id: '' as const,
			kind: 'message.received' as const,
			body: '{}',
			created_at: clock.now(),
			deliveries: 0,
		}));
		await store.commit(async ({ db }) => {
			for (let from = 0; from < count; from += 500) {
				await db
					.insertInto('events')
					.values(rows.slice(from, from + 500))
					.execute();
			}
		});
		return ids;
	}

	it('sends each event once that they recorded before they were asked, however many there are', async () => {
		feed.onSubscribed();
		const before = await record(EVENTS);
		clock.advance(1000);
		await until('the events', () => sent.length >= EVENTS);
		announce({ kind: 'remote_events', eventIds: before.slice(-2), deliveryIds: [] });
		clock.advance(2000);
		const after = await record(1);
		announce({ kind: 'remote_events', eventIds: after, deliveryIds: [] });
		await until('the event after them', () => sent.at(-1) === after[0]);
		expect(sent).toEqual([...before, ...after]);
	});
});
