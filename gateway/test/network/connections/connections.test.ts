import { expect, it } from '@jest/globals';
import { createConnections } from '../../../src/network/connections/connections.ts';
import type { DriverContext, NetworkConnection, NetworkDriver } from '../../../src/network/driver.ts';
import { createInFlight } from '../../../src/network/connections/in-flight.ts';
import type { InstanceId } from '../../../src/domain/ids.ts';

it('connections that are closed open no driver, even when opening began before', async () => {
	const opened: string[] = [];
	const open = (id: string): Promise<never> => {
		opened.push(id);
		return new Promise(() => undefined);
	};
	const driver = { capabilities: {}, link: open, resume: open, connectOfficial: open } as NetworkDriver;
	const lease = Promise.withResolvers<undefined>();
	const connections = createConnections(driver, {
		contextFor: () => {
			throw new Error('No connection is opened.');
		},
		acquireLease: () => lease.promise,
		isLeaseLost: () => false,
		inFlight: createInFlight(),
		recordReport: () => Promise.resolve(),
		publish: () => undefined,
	});
	const id = 'inst_1' as InstanceId;
	const opening = [connections.resume(id), connections.link(id)];
	await connections.closeAll();
	lease.resolve(undefined);
	for (const one of opening) await expect(one).rejects.toMatchObject({ code: 'service_unavailable' });
	expect(opened).toEqual([]);
});

it('a report of a connection that has just ended is rejected, so that the driver does not acknowledge it', async () => {
	const contexts: DriverContext[] = [];
	let recorded = 0;
	const driver = {
		capabilities: {},
		resume: (_id: string, context: DriverContext) => {
			contexts.push(context);
			return Promise.resolve({ close: () => Promise.resolve() } as NetworkConnection);
		},
	} as unknown as NetworkDriver;
	const connections = createConnections(driver, {
		contextFor: () => ({}) as Omit<DriverContext, 'report'>,
		acquireLease: () => Promise.resolve(),
		isLeaseLost: () => false,
		inFlight: createInFlight(),
		recordReport: () => {
			recorded += 1;
			return Promise.resolve();
		},
		publish: () => undefined,
	});
	const id = 'inst_1' as InstanceId;
	await connections.resume(id);
	const [first] = contexts;
	await first?.report([{ kind: 'connecting' }]);
	// Another gateway gets the instance, and this one has it again a moment later.
	await connections.drop(id);
	await expect(first?.report([{ kind: 'connecting' }])).rejects.toMatchObject({
		code: 'service_unavailable',
	});
	await connections.resume(id);
	await expect(first?.report([{ kind: 'connecting' }])).rejects.toMatchObject({
		code: 'service_unavailable',
	});
	expect(recorded).toBe(1);
});

it('a connection whose report shows that another gateway has the instance is closed, and opened anew later', async () => {
	const contexts: DriverContext[] = [];
	let closed = 0;
	const driver = {
		capabilities: {},
		resume: (_id: string, context: DriverContext) => {
			contexts.push(context);
			const close = (): Promise<void> => {
				closed += 1;
				return Promise.resolve();
			};
			return Promise.resolve({ close } as NetworkConnection);
		},
	} as unknown as NetworkDriver;
	const lost = new Error('Another gateway has the instance.');
	const connections = createConnections(driver, {
		contextFor: () => ({}) as Omit<DriverContext, 'report'>,
		acquireLease: () => Promise.resolve(),
		isLeaseLost: (error) => error === lost,
		inFlight: createInFlight(),
		recordReport: () => Promise.reject(lost),
		publish: () => undefined,
	});
	const id = 'inst_1' as InstanceId;
	await connections.resume(id);
	await expect(contexts[0]?.report([{ kind: 'connecting' }])).rejects.toBe(lost);
	expect(closed).toBe(1);
	await connections.resume(id);
	expect(contexts).toHaveLength(2);
});

it('a connection is not opened when another gateway gets the instance while earlier sends end', async () => {
	const opened: string[] = [];
	const driver = {
		capabilities: {},
		resume: (id: string) => {
			opened.push(id);
			return Promise.resolve({ close: () => Promise.resolve() } as NetworkConnection);
		},
	} as unknown as NetworkDriver;
	const lease = { isLost: false };
	const inFlight = createInFlight();
	const connections = createConnections(driver, {
		contextFor: () => ({}) as Omit<DriverContext, 'report'>,
		acquireLease: () =>
			lease.isLost ? Promise.reject(new Error('Another gateway has the instance.')) : Promise.resolve(),
		isLeaseLost: () => false,
		inFlight,
		recordReport: () => Promise.resolve(),
		publish: () => undefined,
	});
	const id = 'inst_1' as InstanceId;
	const send = Promise.withResolvers<undefined>();
	void inFlight.track(id, () => send.promise);
	const resuming = connections.resume(id);
	lease.isLost = true;
	send.resolve(undefined);
	await expect(resuming).rejects.toThrow('Another gateway has the instance.');
	expect(opened).toEqual([]);
});
