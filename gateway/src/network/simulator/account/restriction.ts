import type { AccountRestriction, RestrictionKind } from '../../../domain/instances/restriction.ts';
import type { MessageFailure } from '../../../domain/messages/message.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { DriverContext } from '../../driver.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { Phone } from '../phones/phone.ts';
import type { SessionReader } from './session-snapshot.ts';

/** Session key: the limit that the network has put on the account. */
const RESTRICTION = 'restriction';
/** Longest wait of a timer, in milliseconds: the platform's timers take no more than 24 days. */
const LONGEST_WAIT = 24 * 3_600_000;

/** A restriction, as a request sets it. */
export interface ChosenRestriction {
	kind: RestrictionKind;
	/** Epoch milliseconds; null: it does not end by itself. */
	until: number | null;
}

/** Returns the stored restriction of an account; null: there is none. */
export function readStoredRestriction(session: SessionReader): Promise<string | null> {
	return session.read(RESTRICTION);
}

/**
 * The same context, which caches the stored restriction, because every sent message reads it. `known`: the restriction,
 * if it was read already.
 */
export function withRestrictionInMemory(context: DriverContext, known?: string | null): DriverContext {
	const { session } = context;
	let stored = known;
	return {
		...context,
		session: {
			...session,
			async read(key) {
				if (key !== RESTRICTION) return session.read(key);
				if (stored === undefined) stored = await session.read(key);
				return stored;
			},
			async write(values) {
				if (RESTRICTION in values) stored = undefined;
				await session.write(values);
				if (RESTRICTION in values) stored = values[RESTRICTION];
			},
			async clear() {
				await session.clear();
				stored = undefined;
			},
		},
	};
}

/** Returns the restriction of an account now; null: there is none, or it is over. */
async function readRestriction(session: SessionReader, now: number): Promise<AccountRestriction | null> {
	const stored = await readStoredRestriction(session);
	if (stored === null) return null;
	const { kind, until } = JSON.parse(stored) as ChosenRestriction;
	return until !== null && until <= now ? null : { kind, reason: null, until, newChatsLeft: null };
}

/** Restricts an account, or ends its restriction, and reports it. */
export async function writeRestriction(
	phone: Phone,
	chosen: ChosenRestriction | null,
	now: number,
): Promise<void> {
	const { session } = phone.context;
	await session.write({ [RESTRICTION]: chosen === null ? null : JSON.stringify(chosen) });
	await phone.context.report([{ kind: 'restriction', restriction: await readRestriction(session, now) }]);
	endInTime(phone, chosen?.until ?? null, now);
}

/** Returns what a device reports about the restriction when it connects: nothing where there never was one. */
export async function restrictionEvents(session: SessionReader, now: number): Promise<NetworkEvent[]> {
	if ((await readStoredRestriction(session)) === null) return [];
	return [{ kind: 'restriction', restriction: await readRestriction(session, now) }];
}

/** Reports the end of the stored restriction at its time. */
export async function awaitEndOfRestriction(phone: Phone, now: number): Promise<void> {
	const restriction = await readRestriction(phone.context.session, now);
	endInTime(phone, restriction?.until ?? null, now);
}

function endInTime(phone: Phone, until: number | null, now: number): void {
	if (until === null) return;
	phone.wait(Math.min(until - now, LONGEST_WAIT), (at) => {
		if (at >= until) return endNow(phone, until, at);
		endInTime(phone, until, at);
		return undefined;
	});
}

/** Another restriction may have replaced the one that ends. */
async function endNow(phone: Phone, until: number, now: number): Promise<void> {
	const { context } = phone;
	const { session } = context;
	const stored = await readStoredRestriction(session);
	if (stored === null || (JSON.parse(stored) as ChosenRestriction).until !== until) return;
	try {
		await context.report(await restrictionEvents(session, now));
		await session.write({ [RESTRICTION]: null });
	} catch {
		// The recorder has logged the failure. The next connection reports the end again.
	}
}

/**
 * Returns why the network refuses a message of a restricted account; null: it accepts the message. As on WhatsApp, an
 * account that may not begin chats can answer people who have written to it, and write to groups.
 */
export async function restrictionRefusal(
	{ context }: Phone,
	chatId: string,
	now: number,
): Promise<MessageFailure | null> {
	const restriction = await readRestriction(context.session, now);
	if (restriction === null) return null;
	if (restriction.kind === 'sending') return NOTHING_ACCEPTED;
	if (isGroupJid(chatId) || (await context.messages.findLastReceived(chatId)) !== null) return null;
	return NO_NEW_CHATS;
}

const NOTHING_ACCEPTED: MessageFailure = {
	code: 'rate_limited',
	message: 'The network has restricted this account: it cannot send messages for now.',
};
const NO_NEW_CHATS: MessageFailure = {
	code: 'rate_limited',
	message:
		'The network has restricted this account: it cannot begin new chats for now. Messages to people who have written to it are accepted.',
};
