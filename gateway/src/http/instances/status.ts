import type { Caller } from '../../domain/access/caller.ts';
import type { Clock } from '../../domain/clock.ts';
import { instanceWithWebhookOrThrow } from '../../instances/find-instance.ts';
import { instanceHealth } from '../../instances/instance-health.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { Connections } from '../../network/connections/connections.ts';
import type { Store } from '../../store/store.ts';
import type { InstanceStatusRecord } from './schema.ts';
import { instanceStatusView } from './view.ts';

/** The status object of an instance (specification, GET …/status). Throws instance_not_found. */
export async function instanceStatus(
	{
		store,
		clock,
		connections,
		sealer,
	}: { store: Pick<Store, 'read'>; clock: Clock; connections: Connections; sealer: Sealer },
	id: string,
	caller: Pick<Caller, 'scopes'>,
): Promise<InstanceStatusRecord> {
	const instance = await instanceWithWebhookOrThrow(store.read, id);
	const health = await instanceHealth(store.read, instance, connections, clock.now());
	return instanceStatusView(instance, health, caller, sealer);
}
