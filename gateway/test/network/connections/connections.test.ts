import { describe, expect, it } from '@jest/globals';
import {
	createConnections,
	type Connections,
	type ConnectionsDeps,
} from '../../../src/network/connections/connections.ts';
import type { DriverContext, NetworkConnection, NetworkDriver } from '../../../src/network/driver.ts';
import { createInFlight } from '../../../src/network/connections/in-flight.ts';
import type { InstanceId } from '../../../src/domain/ids.ts';

const ID = 'inst_1' as InstanceId;

/** Connections of a driver, whose leases are acquired and whose reports are recorded, where a test says nothing else. */
function connectionsOf(driver: Partial<NetworkDriver>, deps: Partial<ConnectionsDeps> = {}): Connections {
	return createConnections({ capabilities: {}, ...driver } as NetworkDriver, {
		contextFor: () => ({}) as Omit<DriverContext, 'report'>,
		acquireLease: () => Promise.resolve(),
		isLeaseLost: () => false,
		inFlight: createInFlight(),
		recordReport: () => Promise.resolve(),
		publish: () => undefined,
		...deps,
	});
}

/** A driver that opens connections at once, with the contexts that it got and how many connections were closed. */
function openingDriver() {
	const driver = {
		contexts: [] as DriverContext[],
		closed: 0,
		resume(_id: InstanceId, context: DriverContext) {
			driver.contexts.push(context);
			const close = (): Promise<void> => {
				driver.closed += 1;
				return Promise.resolve();
			};
			return Promise.resolve({ close } as NetworkConnection);
		},
	};
	return driver;
}

describe('connections', () => {
	it('open no driver when they are closed, even when opening began before', async () => {
		const opened: string[] = [];
		const open = (id: string): Promise<never> => {
			opened.push(id);
			return new Promise(() => undefined);
		};
		const lease = Promise.withResolvers<undefined>();
		const connections = connectionsOf(
			{ link: open, resume: open, connectOfficial: open },
			{
				contextFor: () => {
					throw new Error('No connection is opened.');
				},
				acquireLease: () => lease.promise,
			},
		);
		const opening = [connections.resume(ID), connections.link(ID)];
		await connections.closeAll();
		lease.resolve(undefined);
		for (const one of opening) await expect(one).rejects.toMatchObject({ code: 'service_unavailable' });
		expect(opened).toEqual([]);
	});

	it('reject a report of one that has just ended, so that the driver does not acknowledge it', async () => {
		const driver = openingDriver();
		let recorded = 0;
		const connections = connectionsOf(driver, {
			recordReport: () => {
				recorded += 1;
				return Promise.resolve();
			},
		});
		await connections.resume(ID);
		const [first] = driver.contexts;
		await first?.report([{ kind: 'connecting' }]);
		// Another gateway gets the instance, and this one has it again a moment later.
		await connections.drop(ID);
		await expect(first?.report([{ kind: 'connecting' }])).rejects.toMatchObject({
			code: 'service_unavailable',
		});
		await connections.resume(ID);
		await expect(first?.report([{ kind: 'connecting' }])).rejects.toMatchObject({
			code: 'service_unavailable',
		});
		expect(recorded).toBe(1);
	});

	it('close one whose report shows that another gateway has the instance, and open it anew later', async () => {
		const driver = openingDriver();
		const lost = new Error('Another gateway has the instance.');
		const connections = connectionsOf(driver, {
			isLeaseLost: (error) => error === lost,
			recordReport: () => Promise.reject(lost),
		});
		await connections.resume(ID);
		await expect(driver.contexts[0]?.report([{ kind: 'connecting' }])).rejects.toBe(lost);
		expect(driver.closed).toBe(1);
		await connections.resume(ID);
		expect(driver.contexts).toHaveLength(2);
	});

	it('open none when another gateway gets the instance while earlier sends end', async () => {
		const driver = openingDriver();
		const lease = { isLost: false };
		const inFlight = createInFlight();
		const connections = connectionsOf(driver, {
			acquireLease: () =>
				lease.isLost ? Promise.reject(new Error('Another gateway has the instance.')) : Promise.resolve(),
			inFlight,
		});
		const send = Promise.withResolvers<undefined>();
		void inFlight.track(ID, () => send.promise);
		const resuming = connections.resume(ID);
		lease.isLost = true;
		send.resolve(undefined);
		await expect(resuming).rejects.toThrow('Another gateway has the instance.');
		expect(driver.contexts).toEqual([]);
	});
});
