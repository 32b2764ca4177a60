import type { DriverContext } from '../driver.ts';

/**
 * The same host, which has what arrives marked as read where the instance wants that (settings.autoRead). What
 * arrives in a burst is asked about once.
 */
export function withAutoRead(host: DriverContext, markRead: (chatId: string) => void): DriverContext {
	const arrived = new Set<string>();
	let asking = false;

	async function markArrived(): Promise<void> {
		if (asking) return;
		asking = true;
		try {
			while (arrived.size > 0) {
				const chats = [...arrived];
				arrived.clear();
				if (await host.autoReadEnabled()) chats.forEach(markRead);
			}
		} finally {
			asking = false;
		}
	}

	return {
		...host,
		async report(events) {
			await host.report(events);
			for (const event of events) if (event.kind === 'message') arrived.add(event.message.chatId);
			// Nobody waits for that; an instance whose settings cannot be read marks nothing.
			if (arrived.size > 0) markArrived().catch(() => undefined);
		},
	};
}
