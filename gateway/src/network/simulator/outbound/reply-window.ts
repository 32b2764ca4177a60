import { REPLY_WINDOW } from '../../../domain/chats/chat.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { DriverContext } from '../../driver.ts';
import type { NetworkEvent } from '../../network-event.ts';

type Session = DriverContext['session'];

/** Whether the contact of a chat wrote within the last 24 hours. */
export async function isWindowOpen(session: Session, chatId: string, now: number): Promise<boolean> {
	const openedAt = await session.read(windowKey(chatId));
	return openedAt !== null && now - Number(openedAt) <= REPLY_WINDOW;
}

/** Closes the window of a chat, until the contact writes again. */
export async function closeWindow(session: Session, chatId: string): Promise<void> {
	await session.write({ [windowKey(chatId)]: null });
}

/** The session values after the network reports that two chats are with one person: the later window stays open. */
export async function joinedWindowValues(
	session: Session,
	earlierId: string,
	currentId: string,
): Promise<Record<string, string>> {
	const [earlier, current] = [windowKey(earlierId), windowKey(currentId)];
	const opened = await session.readAll([earlier, current]);
	const openedAt = Math.max(Number(opened.get(earlier) ?? 0), Number(opened.get(current) ?? 0));
	return openedAt === 0 ? {} : { [current]: String(openedAt) };
}

/** The same context, which stores when a contact wrote before it reports the message. */
export function withReplyWindow(context: DriverContext): DriverContext {
	return {
		...context,
		async report(events) {
			const values = Object.fromEntries(events.flatMap(windowValues));
			if (Object.keys(values).length > 0) await context.session.write(values);
			await context.report(events);
		},
	};
}

/** The session values for a message in a chat with one contact; none for any other event. */
function windowValues(event: NetworkEvent): [string, string][] {
	if (event.kind !== 'message' || isGroupJid(event.message.chatId)) return [];
	return [[windowKey(event.message.chatId), String(event.message.at)]];
}

function windowKey(chatId: string): string {
	return `window:${chatId}`;
}
