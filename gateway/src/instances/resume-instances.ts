import { recordOpening } from '../inbound/record-connection.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Connections } from '../network/connections.ts';
import { listInstancesInUse } from '../store/instances.ts';
import type { Store } from '../store/store.ts';

/**
 * Opens again, after a restart or the end of another gateway, the connections there were before: connected
 * instances through `connecting`, and those that waited for a scan with a new QR code. All of them, or those named.
 */
export async function resumeInstances(
	store: Store,
	connections: Connections,
	onError: (error: unknown) => void,
	named?: ReadonlySet<InstanceId>,
): Promise<void> {
	for (const { id, status } of await listInstancesInUse(store.read)) {
		if (named?.has(id) === false) continue;
		try {
			if (status === 'qr_pending') {
				await connections.link(id);
				continue;
			}
			await store.commit((scope) => recordOpening(scope, id));
			await connections.resume(id);
		} catch (error) {
			onError(error);
		}
	}
}
