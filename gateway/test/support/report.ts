import type { InstanceId } from '../../src/domain/ids.ts';
import { createPresences } from '../../src/inbound/people/presences.ts';
import { prepareWrites } from '../../src/inbound/prepare-writes.ts';
import { createBatchRecorder } from '../../src/inbound/record-batch.ts';
import type { NetworkEvent } from '../../src/network/network-event.ts';
import { createIds, systemClock, systemEntropy } from '../../src/runtime/system.ts';
import { UNFENCED } from '../../src/store/cluster/leases.ts';
import { openStore } from '../../src/store/store.ts';
import { databaseEnvironment } from './database.ts';
import type { TestGateway } from './gateway.ts';
import type { Browser } from './owner.ts';

/** The ids of instances are unique, so all gateways of a test can share it. */
const presences = createPresences();

/** Records events of a network about an instance in the database of a gateway, as the network's driver reports them. */
export async function reportEvents(
	gateway: TestGateway,
	instanceId: string,
	...events: NetworkEvent[]
): Promise<void> {
	const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(gateway.folder);
	const store = await openStore({ dataFolder: gateway.folder, databaseUrl }, { clock: systemClock });
	try {
		const newId = createIds(systemClock, systemEntropy);
		const recordBatch = createBatchRecorder({ store, clock: systemClock, newId, fence: UNFENCED });
		const deps = { newId, clock: systemClock, presences };
		await recordBatch(await prepareWrites(instanceId as InstanceId, events, deps));
	} finally {
		await store.close();
	}
}

/** The recorded events of an instance of one kind, oldest first, with the data that webhooks receive. */
export async function recordedEvents(owner: Browser, instanceId: string, kind: string): Promise<unknown[]> {
	const answer = await owner.get(`/admin/v1/events?instanceId=${instanceId}&kind=${kind}&limit=100`);
	const events = answer.at('data') as { payload: { data: unknown } }[];
	return events.map(({ payload }) => payload.data).reverse();
}
