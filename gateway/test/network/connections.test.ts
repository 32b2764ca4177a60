import { expect, it } from '@jest/globals';
import { createConnections } from '../../src/network/connections.ts';
import type { NetworkDriver } from '../../src/network/driver.ts';
import { createInFlight } from '../../src/network/in-flight.ts';
import type { InstanceId } from '../../src/domain/ids.ts';

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
