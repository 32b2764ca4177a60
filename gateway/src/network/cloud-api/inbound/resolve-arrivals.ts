import type { Session } from '../session/session.ts';
import { identityOf, type Arrival } from './arrival.ts';
import type { Inbox } from './inbox.ts';
import { resolveReference } from './resolve-reference.ts';

/**
 * Milliseconds for which Meta has to repeat a change whose message is not known. The message may have been refused, as
 * during a restart, and Meta then repeats it after the change. Later the message is considered one that never arrives,
 * such as one from before the connection: otherwise Meta would repeat the change for seven days.
 */
const MESSAGE_WAIT = 3_600_000;

export interface ResolvedArrivals {
	/** The arrivals to record, with the gateway's ids of the messages that they refer to. */
	unrecorded: Arrival[];
	/** Meta's ids of the messages that are stored already. */
	storedIds: string[];
	/** False: a change may be about a message that has not arrived yet. Meta has to deliver it again. */
	isComplete: boolean;
}

/** Assigns arrivals to the messages that they refer to, and leaves out the messages that are stored already. */
export async function resolveArrivals(
	session: Session,
	inbox: Inbox,
	arrivals: readonly Arrival[],
	now: number,
): Promise<ResolvedArrivals> {
	const resolved: ResolvedArrivals = { unrecorded: [], storedIds: [], isComplete: true };
	/** The messages among the earlier arrivals, which are recorded before the later arrivals. */
	const earlier = new Set<string>();
	for (const arrival of arrivals) {
		const { event, networkId, chatId } = arrival;
		if (event.kind === 'change') {
			const change = await resolveChange(session, inbox, arrival, { earlier, now });
			if (change === 'undecided') resolved.isComplete = false;
			else resolved.unrecorded.push(change);
			continue;
		}
		earlier.add(identityOf(arrival));
		if ((await session.context.messages.findId(networkId, { chatId })) === null)
			resolved.unrecorded.push({ ...arrival, event: await resolveReference(session, arrival) });
		else resolved.storedIds.push(networkId);
	}
	return resolved;
}

/** Assigns a change to its message. A change that stays without one has no effect when it is recorded. */
async function resolveChange(
	session: Session,
	inbox: Inbox,
	arrival: Arrival,
	{ earlier, now }: { earlier: ReadonlySet<string>; now: number },
): Promise<Arrival | 'undecided'> {
	const { chatId, referencedId, reportedAt } = arrival;
	const target = { chatId, networkId: referencedId ?? '' };
	// Before the lookup in the store: a message that is recorded during it would be in neither.
	const isExpected = earlier.has(identityOf(target)) || (await inbox.holds(target));
	const event = await resolveReference(session, arrival);
	const isStored = event.kind === 'change' && 'messageId' in event.change.target;
	// A change without a time of its own would never become old.
	const isYoung = reportedAt !== undefined && now - reportedAt < MESSAGE_WAIT;
	return !isExpected && !isStored && isYoung ? 'undecided' : { ...arrival, event };
}
