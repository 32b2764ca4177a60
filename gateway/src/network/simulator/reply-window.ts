import { isGroupJid } from '../../domain/phone.ts';
import type { NetworkEvent, DriverContext } from '../driver.ts';

type Session = DriverContext['session'];

/** How long an official instance may write freely to somebody after they wrote to it (milliseconds). */
const WINDOW = 24 * 3_600_000;

/** Whether the other side of a chat wrote within the last 24 hours. */
export async function isWindowOpen(session: Session, chatId: string, now: number): Promise<boolean> {
	const wroteAt = await session.read(windowKey(chatId));
	return wroteAt !== null && now - Number(wroteAt) <= WINDOW;
}

/** The same host, which notes when somebody writes to the instance before it reports that. */
export function withReplyWindow(host: DriverContext): DriverContext {
	return {
		...host,
		async report(events) {
			const written = Object.fromEntries(events.flatMap(writtenIn));
			if (Object.keys(written).length > 0) await host.session.write(written);
			await host.report(events);
		},
	};
}

/** Session values for what an event tells of somebody who wrote in a chat with one contact. */
function writtenIn(event: NetworkEvent): [string, string][] {
	if (event.kind !== 'message' || isGroupJid(event.message.chatId)) return [];
	return [[windowKey(event.message.chatId), String(event.message.at)]];
}

function windowKey(chatId: string): string {
	return `window:${chatId}`;
}
