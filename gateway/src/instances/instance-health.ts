import type { Capability } from '../network/capabilities.ts';
import type { Connections } from '../network/connections.ts';
import { countChats } from '../store/chats/chats.ts';
import { countsOfDay } from '../store/instances/hourly-stats.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** What an instance did today and how it is doing; see Instance in the specification. */
export interface InstanceHealth {
	stats: { messagesSent: number; messagesReceived: number; activeChats: number; unreadMessages: number };
	health: { uptime: number; latency: number; messageDeliveryRate: number };
	/** What the network it is, or was last, connected to can do of what not every network can. */
	capabilities: Capability[];
}

/** Uptime in seconds since the last connection and latency in milliseconds, both 0 while not connected. */
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
			// Of the messages whose fate is known today; nothing known yet counts as all well.
			messageDeliveryRate: settled === 0 ? 1 : today.delivered / settled,
		},
		capabilities: [...(connections.capabilitiesOf(instance) ?? [])],
	};
}
