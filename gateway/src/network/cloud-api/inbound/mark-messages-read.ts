import type { NetworkEvent } from '../../network-event.ts';
import { markRead } from '../connection.ts';
import type { Session } from '../session/session.ts';

/**
 * Marks the received messages among these events as read if settings.autoRead is enabled. The last message of each chat
 * includes all others.
 */
export function markMessagesRead(session: Session, events: readonly NetworkEvent[]): void {
	const messages = events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
	const last = new Map(messages.map(({ chatId, networkId }) => [chatId, networkId]));
	if (last.size === 0) return;
	markReadIfEnabled(session, [...last.values()]).catch((error: unknown) => {
		const { instanceId } = session;
		session.log.debug({ err: error, instanceId }, 'could not mark messages as read at Meta');
	});
}

async function markReadIfEnabled(session: Session, networkIds: readonly string[]): Promise<void> {
	if (!(await session.context.autoReadEnabled())) return;
	for (const networkId of networkIds) await markRead(session, networkId);
}
