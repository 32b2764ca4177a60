import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { NetworkHost } from '../network/driver.ts';
import { outgoingMessage } from '../network/outgoing-message.ts';
import type { Fence } from '../store/instance-leases.ts';
import { findInstance } from '../store/instances.ts';
import { listUnsettledMessages } from '../store/messages.ts';
import { lastReceivedNetworkId, messageIdOf, networkIdOf } from '../store/network-ids.ts';
import { readSessionValue, writeSessionValues } from '../store/network-sessions.ts';
import type { Store } from '../store/store.ts';

/** What a driver may ask of the store for one instance: its session, and its messages. */
export function networkHostOf(
	store: Store,
	instanceId: InstanceId,
	fence: Fence,
): Omit<NetworkHost, 'report'> {
	return {
		session: {
			read: (key: string) => readSessionValue(store.read, instanceId, key),
			write: async (values: Readonly<Record<string, string | null>>) => {
				try {
					await store.commit(async (scope) => {
						await fence(scope, [instanceId]);
						await writeSessionValues(scope.db, instanceId, values);
					});
				} catch (error) {
					if ((await findInstance(store.read, instanceId)) !== undefined) throw error;
					throw new GatewayError('instance_disconnected', 'The instance was deleted meanwhile.');
				}
			},
		},
		unsettled: async () => {
			const messages = await listUnsettledMessages(store.read, instanceId);
			// Their files were handed over already; what is still to come needs none.
			return messages.map((row) => ({ ...outgoingMessage(row, null), status: row.status }));
		},
		messages: {
			networkIdOf: (messageId) => networkIdOf(store.read, instanceId, messageId),
			idOf: (networkId) => messageIdOf(store.read, instanceId, networkId),
			lastReceived: (chatId) => lastReceivedNetworkId(store.read, instanceId, chatId),
		},
		readsAtOnce: async () => (await findInstance(store.read, instanceId))?.auto_read === 1,
	};
}
