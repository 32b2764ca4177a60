import { recordConnecting } from '../inbound/record-connection.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Connections } from '../network/connections.ts';
import { listInstancesInUse } from '../store/instances/instances.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Reconnector } from './reconnect.ts';

/** Connections opened at the same time: their steps share commits, and what else there is to do still gets its turn. */
const AT_ONCE = 64;

/**
 * Opens again, after a restart or the end of another gateway, the connections there were before: connected
 * instances through `connecting`, and those that waited for a scan with a new QR code. All of them, or those named.
 */
export async function resumeInstances(
	store: Store,
	connections: Connections,
	onNotOpened: Reconnector['onFailed'],
	named?: ReadonlySet<InstanceId>,
): Promise<void> {
	const inUse = await listInstancesInUse(store.read).catch((error: unknown): InstanceRow[] => {
		if (named === undefined) throw error;
		for (const id of named) onNotOpened(error, id);
		return [];
	});
	const wanted = inUse.filter(({ id }) => named?.has(id) !== false);
	for (let from = 0; from < wanted.length; from += AT_ONCE) {
		await Promise.all(wanted.slice(from, from + AT_ONCE).map(resume));
	}

	async function resume({ id, status }: Pick<InstanceRow, 'id' | 'status'>): Promise<void> {
		try {
			// The code on show before is nobody's any more.
			await store.commit((scope) => recordConnecting(scope, id));
			if (status === 'qr_pending') {
				// A network may take its time to give another one, or never answer.
				connections.link(id).catch((error: unknown) => {
					onNotOpened(error, id);
				});
				return;
			}
			await connections.resume(id);
		} catch (error) {
			onNotOpened(error, id);
		}
	}
}
