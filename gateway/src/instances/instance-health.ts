import type { AccountRestriction } from '../domain/instances/restriction.ts';
import type { Capability } from '../network/capabilities/capabilities.ts';
import type { Connections } from '../network/connections/connections.ts';
import { countChats } from '../store/chats/chats.ts';
import { countsOfDay, findLastReceivedAt } from '../store/instances/hourly-stats.ts';
import { currentRestrictionOf } from '../store/instances/restriction.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** The statistics of today and the health of an instance; see Instance in the specification. */
export interface InstanceHealth {
	stats: { messagesSent: number; messagesReceived: number; activeChats: number; unreadMessages: number };
	health: { uptime: number; latency: number; messageDeliveryRate: number };
	/** The optional features that its current, or last, network supports. */
	capabilities: Capability[];
	/** The restriction of its account, while it lasts. */
	restriction: AccountRestriction | null;
	/** When a message last arrived, in epoch milliseconds; null: none has. */
	lastReceivedAt: number | null;
}

/** Returns the health of an instance. Uptime is in seconds and latency in milliseconds; both are 0 while not connected. */
export async function instanceHealth(
	db: Db,
	instance: InstanceRow,
	connections: Connections,
	now: number,
): Promise<InstanceHealth> {
	const today = await countsOfDay(db, instance.id, now);
	const chats = await countChats(db, instance.id);
	const settled = today.delivered + today.failed;
	const connectedFor =
		instance.status === 'connected' && instance.connected_at !== null ? now - instance.connected_at : 0;
	return {
		stats: {
			messagesSent: today.sent,
			messagesReceived: today.received,
			activeChats: chats.chats,
			unreadMessages: chats.unread,
		},
		health: {
			uptime: Math.floor(connectedFor / 1000),
			latency: connections.get(instance.id)?.getLatency() ?? 0,
			// Of the messages that were delivered or have failed today; 1 without any.
			messageDeliveryRate: settled === 0 ? 1 : today.delivered / settled,
		},
		restriction: currentRestrictionOf(instance, now),
		lastReceivedAt: await findLastReceivedAt(db, instance.id),
		capabilities: [...(connections.capabilitiesOf(instance) ?? [])],
	};
}
