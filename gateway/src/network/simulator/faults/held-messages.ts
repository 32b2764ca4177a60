import type { DriverContext } from '../../driver.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { Phone } from '../phones/phone.ts';
import type { SessionReader } from '../account/session-snapshot.ts';
import { reportLater } from './report-later.ts';

/** Session keys of the messages that are held back, by their network ids. */
const PREFIX = 'held.';

type Session = DriverContext['session'];

/** A message that a fault holds back on its way to an instance. */
export interface HeldMessage {
	/** When it arrives, in epoch milliseconds. */
	at: number;
	event: NetworkEvent & { kind: 'message' };
}

/** Stores a message that is held back: the next connection gets it where this one has ended by then. */
export async function holdMessage(session: Session, held: HeldMessage): Promise<void> {
	await session.write({ [keyOf(held)]: JSON.stringify(held) });
}

/** Returns the messages that earlier connections were to get, those that are due first. */
export async function readHeldMessages(session: SessionReader): Promise<HeldMessage[]> {
	const stored = [...(await session.list(PREFIX)).values()];
	return stored.map((value) => JSON.parse(value) as HeldMessage).sort((a, b) => a.at - b.at);
}

/** Removes the messages for a device that is unlinked. */
export async function dropHeldMessages(session: Session): Promise<void> {
	const keys = [...(await session.list(PREFIX)).keys()];
	if (keys.length > 0) await session.write(Object.fromEntries(keys.map((key) => [key, null])));
}

/** Reports a held message after `delay` milliseconds, once, and calls `then`. */
export function releaseLater(phone: Phone, held: HeldMessage, delay: number, then?: () => void): void {
	const events: NetworkEvent[] = [held.event, { kind: 'session', values: { [keyOf(held)]: null } }];
	reportLater(phone, events, delay, then);
}

function keyOf({ event }: HeldMessage): string {
	return PREFIX + event.message.networkId;
}
