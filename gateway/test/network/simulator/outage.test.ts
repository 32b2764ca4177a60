import { beforeEach, describe, expect, it } from '@jest/globals';
import type { InstanceId, MessageId } from '../../../src/domain/ids.ts';
import type { DriverContext, NetworkConnection } from '../../../src/network/driver.ts';
import type { IncomingMessage } from '../../../src/network/network-event.ts';
import type { OutgoingMessage } from '../../../src/network/network-message.ts';
import type { PendingFault } from '../../../src/network/simulator/faults/fault-queue.ts';
import { createSimulator, type Simulator } from '../../../src/network/simulator/simulator.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const ID = 'inst_1' as InstanceId;
const ECHOES = '4915100030003';
const CHAT = `${ECHOES}@s.whatsapp.net`;
const MINUTE = 60_000;

const SENT = { id: 'msg_1' as MessageId, chatId: CHAT, to: ECHOES, template: null } as OutgoingMessage;

const ARRIVING: IncomingMessage = {
	networkId: 'network_1',
	source: { chat: CHAT, sender: CHAT },
	chatId: CHAT,
	senderId: CHAT,
	from: ECHOES,
	contactName: null,
	type: 'text',
	content: 'Hello',
	media: null,
	at: 0,
};

describe('the simulated network during an outage', () => {
	let clock: ManualClock;
	let simulator: Simulator;
	let connection: NetworkConnection;
	/** The reported events, by kind; receipts by status. */
	let reported: string[];
	let isOut: boolean;
	/** Queries that the outage has refused. */
	let refused: number;

	beforeEach(async () => {
		clock = createManualClock();
		reported = [];
		isOut = false;
		refused = 0;
		simulator = createSimulator({ clock, steps: clock }, { sent: 0, delivered: 0, read: 0 }, () => 'token');
		connection = await simulator.link(ID, createContext(), { pairingPhone: null });
		await simulator.controls.scan(ID);
		// The scanned code expires.
		clock.advance(MINUTE);
		reported = [];
	});

	/** Queries of the session fail during the outage; reports wait for its end, as those of the recorder do. */
	function createContext(): DriverContext {
		const values = new Map<string, string>();
		const query = <T>(answer: () => T): Promise<T> => {
			if (!isOut) return Promise.resolve(answer());
			refused += 1;
			return Promise.reject(new Error('The database is out of reach.'));
		};
		const context: Pick<DriverContext, 'report' | 'noteAcknowledged' | 'session' | 'autoReadEnabled'> = {
			report(events) {
				reported.push(...events.map((event) => ('status' in event ? event.status : event.kind)));
				return Promise.resolve();
			},
			noteAcknowledged: () => undefined,
			session: {
				read: (key) => query(() => values.get(key) ?? null),
				readAll: (keys) => query(() => new Map([...values].filter(([key]) => keys.includes(key)))),
				list: (prefix) => query(() => new Map([...values].filter(([key]) => key.startsWith(prefix)))),
				write: (changed) =>
					query(() => {
						for (const [key, value] of Object.entries(changed)) {
							if (value === null) values.delete(key);
							else values.set(key, value);
						}
					}),
				clear: () =>
					query(() => {
						values.clear();
					}),
			},
			autoReadEnabled: () => Promise.resolve(false),
		};
		return context as DriverContext;
	}

	const order = (fault: Pick<PendingFault, 'kind' | 'on'> & Partial<PendingFault>): boolean =>
		simulator.controls.faults.add(ID, { chatId: null, failure: null, delay: MINUTE, left: 1, ...fault });
	const receive = (): Promise<boolean> => simulator.controls.receive(ID, ARRIVING);
	const isReported = (kind: string): Promise<boolean> =>
		until(kind, () => {
			clock.advance(1000);
			return reported.includes(kind);
		});
	const refusal = (): Promise<boolean> => until('a refused query', () => refused > 0);
	const timers = (count: number): Promise<boolean> =>
		until(`${count} timers`, () => clock.pending().length === count);

	it.each(['delay', 'disconnect'] as const)(
		'reports a message again that the fault "%s" has held back',
		async (kind) => {
			order({ kind, on: 'received' });
			await receive();
			// The dropped connection has read what it reports when it is back.
			await timers(kind === 'disconnect' ? 2 : 1);
			isOut = true;
			clock.advance(2 * MINUTE);
			await refusal();
			expect(reported).not.toContain('message');
			isOut = false;
			await isReported('message');
			expect(reported.filter((one) => one === 'message')).toHaveLength(1);
		},
	);

	it('reports a delayed receipt again, and what comes after it', async () => {
		order({ kind: 'delay', on: 'receipts', left: 2 });
		await connection.send(SENT);
		await isReported('delivered');
		await timers(1);
		isOut = true;
		clock.advance(MINUTE);
		await refusal();
		expect(reported).toEqual(['delivered']);
		isOut = false;
		await isReported('read');
		expect(reported).toEqual(['delivered', 'read', 'message']);
	});

	it('reports nothing again once the connection has ended', async () => {
		order({ kind: 'delay', on: 'received' });
		await receive();
		isOut = true;
		clock.advance(MINUTE);
		await refusal();
		await timers(1);
		await connection.close();
		expect(clock.pending()).toEqual([]);
	});

	it('links a device whose code was scanned in it', async () => {
		const other = 'inst_2' as InstanceId;
		await simulator.link(other, createContext(), { pairingPhone: null });
		isOut = true;
		const scanned = simulator.controls.scan(other).catch(() => false);
		await refusal();
		await scanned;
		isOut = false;
		await isReported('connected');
		expect(await simulator.controls.receive(other, ARRIVING)).toBe(true);
	});

	it('lets a dropped connection come back in time', async () => {
		isOut = true;
		const droppedAt = clock.now();
		const dropped = simulator.controls.drop(ID, MINUTE).catch(() => undefined);
		await refusal();
		await dropped;
		isOut = false;
		await isReported('connected');
		expect(reported).toEqual(['connecting', 'connected', 'group_names']);
		expect(clock.now() - droppedAt).toBe(MINUTE);
		expect(await receive()).toBe(true);
	});

	it('keeps a connection away for the longer time of two drops, and what arrives with it', async () => {
		order({ kind: 'disconnect', on: 'received', delay: 5000 });
		await receive();
		const droppedAt = clock.now();
		expect(await simulator.controls.drop(ID, MINUTE)).toBe(true);
		expect(await simulator.controls.drop(ID, 1000)).toBe(true);
		await timers(2);
		await isReported('message');
		expect(reported).toEqual(['connecting', 'connected', 'group_names', 'message', 'session']);
		expect(clock.now() - droppedAt).toBeGreaterThanOrEqual(MINUTE);
		expect(await receive()).toBe(true);
	});
});
