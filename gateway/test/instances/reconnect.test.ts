import { expect, it } from '@jest/globals';
import { createReconnector } from '../../src/instances/reconnect.ts';
import { createConnections } from '../../src/network/connections.ts';
import type { NetworkDriver } from '../../src/network/driver.ts';
import { createInFlight } from '../../src/network/in-flight.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { LeaseLost } from '../../src/store/cluster/leases.ts';
import { openStore } from '../../src/store/store.ts';
import { connectedInstance, startTestGateway } from '../support/gateway.ts';
import { databaseEnvironment } from '../support/database.ts';

it('a gateway that lost the lease of an instance leaves its status as it is', async () => {
	const gateway = await startTestGateway();
	const instanceId = await connectedInstance(gateway);
	const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(gateway.folder);
	const store = await openStore({ dataFolder: gateway.folder, databaseUrl }, { clock: systemClock });
	const errors: unknown[] = [];
	const reconnector = createReconnector({
		store,
		clock: systemClock,
		connections: createConnections({ capabilities: {} } as NetworkDriver, {
			contextFor: () => {
				throw new Error('No connection is opened.');
			},
			acquireLease: () => Promise.resolve(),
			inFlight: createInFlight(),
			recordReport: () => Promise.resolve(),
			publish: () => undefined,
		}),
		// It acquired the lease before it stalled; by the time it writes, another gateway has it.
		acquireLease: () => Promise.resolve(),
		fence: () => Promise.reject(new LeaseLost()),
		onError: (error) => errors.push(error),
	});
	await reconnector.resume();
	reconnector.stop();
	expect(errors).toEqual([expect.any(LeaseLost)]);
	expect((await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.status')).toBe('connected');
	await store.close();
	await gateway.close();
});
