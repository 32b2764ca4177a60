import { describe, expect, it } from '@jest/globals';
import { createReconnector } from '../../src/instances/reconnect.ts';
import { createConnections } from '../../src/network/connections/connections.ts';
import type { NetworkDriver } from '../../src/network/driver.ts';
import { createInFlight } from '../../src/network/connections/in-flight.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { LeaseLost } from '../../src/store/cluster/leases.ts';
import { openStore } from '../../src/store/store.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';
import { databaseEnvironment } from '../support/database.ts';

/** More than are opened at the same time. */
const MANY = 70;

describe('a gateway that starts again', () => {
	it('connects each of many instances with its own account and contacts, and reports none as new', async () => {
		const receiver = await startReceiver();
		const first = await startTestGateway();
		const ids: string[] = [];
		for (let number = 1; number <= MANY; number += 1)
			ids.push(await connectedInstance(first, `Shop ${number}`));
		const before = await describeInstances(first, ids);
		await first.post('/v1/webhooks', {
			url: receiver.url,
			events: ['instance.connected', 'message.received'],
		});
		await first.post(`/v1/instances/${ids[0]}/disconnect`);

		const second = await first.restart();
		await until('all but one to be connected', async () => {
			const page = await second.get('/v1/instances?status=connected&limit=1');
			return page.at('pagination.total') === MANY - 1;
		});
		const expected = before.map((instance, index) =>
			index === 0 ? { ...instance, status: 'disconnected' } : instance,
		);
		expect(await describeInstances(second, ids)).toEqual(expected);
		await second.post(`/simulator/v1/instances/${ids[1]}/messages`, { from: '4915112345678', content: 'Hi' });
		await receiver.find('the message', (request) => request.at('event') === 'message.received');
		expect(receiver.requests.map((request) => request.at('event'))).toEqual(['message.received']);
		await second.close();
		await receiver.close();
	});
});

/** The statuses of instances, as clients see them. */
async function describeInstances(gateway: TestGateway, ids: readonly string[]): Promise<object[]> {
	return Promise.all(
		ids.map(async (id) => {
			const instance = await gateway.get(`/v1/instances/${id}`);
			const contacts = await gateway.get(`/v1/contacts?instanceId=${id}&limit=100`);
			return {
				status: instance.at('data.status'),
				phone: instance.at('data.phone'),
				profileName: instance.at('data.profileName'),
				contacts: contacts.at('data'),
			};
		}),
	);
}

describe('createReconnector', () => {
	it('leaves the status of an instance unchanged after its lease was lost', async () => {
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
				isLeaseLost: () => false,
				inFlight: createInFlight(),
				recordReport: () => Promise.resolve(),
				publish: () => undefined,
			}),
			// The gateway stalls after it acquired the lease; when it writes, another gateway has the lease.
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
});
