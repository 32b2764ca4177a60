import type { DriverContext } from '../../driver.ts';

/**
 * The same context, which also marks the chats of reported messages as read when the instance wants that
 * (settings.autoRead). The setting is looked up once for all messages that arrive during a lookup.
 */
export function withAutoRead(context: DriverContext, markRead: (chatId: string) => void): DriverContext {
	const pendingChats = new Set<string>();
	let isMarking = false;

	async function markPendingChats(): Promise<void> {
		if (isMarking) return;
		isMarking = true;
		try {
			while (pendingChats.size > 0) {
				const chats = [...pendingChats];
				pendingChats.clear();
				if (await context.autoReadEnabled()) chats.forEach(markRead);
			}
		} finally {
			isMarking = false;
		}
	}

	return {
		...context,
		async report(events) {
			await context.report(events);
			for (const event of events) if (event.kind === 'message') pendingChats.add(event.message.chatId);
			// Reporting does not wait for it. When the settings cannot be read, no chat is marked.
			if (pendingChats.size > 0) markPendingChats().catch(() => undefined);
		},
	};
}
