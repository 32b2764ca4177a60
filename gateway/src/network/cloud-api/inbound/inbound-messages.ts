import type { NetworkEvent, NetworkNotice } from '../../driver.ts';
import type { Inbox } from './inbox.ts';
import { inboundMessageOf, type InboundMessage } from './incoming-message.ts';
import type { Session } from '../session/session.ts';
import { noticeOf, noticesOf } from './notices.ts';
import type { Change } from './payload.ts';
import { withQuote } from './quotes.ts';
import { markMessagesRead } from './auto-read.ts';
import { outcomeOfStatus } from './receipts.ts';

/** Messages, and statuses, that are made durable at the same time. */
const AT_ONCE = 200;
/** Notices of one webhook that are recorded one by one. */
const NOTICES = 100;

/**
 * Makes durable what a webhook tells of an instance, a bounded part at a time; what comes again changes nothing. False:
 * some of it cannot be told yet, and Meta has to tell of it again.
 */
export async function recordChanges(
	line: Session,
	inbox: Inbox,
	changes: readonly Change[],
	now: number,
): Promise<boolean> {
	const notices = changes.flatMap(noticesOf);
	const told = changes
		.filter(({ field }) => field === 'messages')
		.flatMap((change) => change.messages.map((message) => inboundMessageOf(message, change, now)));
	notices.push(...told.flatMap((one) => ('notice' in one ? [one.notice] : [])));
	const arrivals = told.flatMap((one) => ('arrival' in one ? [one.arrival] : []));
	for (const some of inParts(arrivals)) await recordArrivals(line, inbox, some);

	const statuses = changes.filter(({ field }) => field === 'messages').flatMap((change) => change.statuses);
	let isComplete = true;
	for (const some of inParts(statuses)) {
		const outcome = await recordStatuses(line, some, now);
		notices.push(...outcome.notices);
		isComplete &&= outcome.isComplete;
	}
	await line.notify(bounded(notices));
	return isComplete;
}

async function recordArrivals(
	line: Session,
	inbox: Inbox,
	arrivals: readonly InboundMessage[],
): Promise<void> {
	const fresh: InboundMessage[] = [];
	for (const arrival of arrivals) {
		const { networkId, chatId } = arrival.message;
		if ((await line.host.messages.idOf(networkId, { chatId })) !== null) continue;
		fresh.push({ ...arrival, message: await withQuote(line, arrival) });
	}
	if (fresh.length === 0) return;
	await inbox.admit(fresh, async (direct, waiting) => {
		const messages = direct.map(({ message }) => message);
		const events: NetworkEvent[] = messages.map((message) => ({ kind: 'message', message }));
		if (Object.keys(waiting).length > 0) {
			events.push({ kind: 'session', values: line.host.session.sealed(waiting) });
		}
		if (events.length === 0) return;
		await line.host.report(events);
		if (!line.isOver()) markMessagesRead(line, messages);
	});
}

async function recordStatuses(
	line: Session,
	statuses: readonly unknown[],
	now: number,
): Promise<{ notices: NetworkNotice[]; isComplete: boolean }> {
	const outcomes = [];
	for (const status of statuses) outcomes.push({ status, outcome: await outcomeOfStatus(line, status, now) });
	const settled = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
	if (settled.length > 0) await line.host.report(settled.map(({ event }) => event));
	for (const { settles } of settled) {
		line.unrecordedIds.delete(settles.networkId);
		// Who sends the message has waited for this.
		if (!line.isOver()) line.awaited.recorded(settles.messageId, settles.networkId);
	}
	return {
		notices: outcomes
			.filter(({ outcome }) => outcome === 'unreadable')
			.map(({ status }) => noticeOf('statuses', status, 'Meta told a status that is not known here.')),
		isComplete: outcomes.every(({ outcome }) => outcome !== 'undecided'),
	};
}

/** The first of many, and one that stands for the rest. */
function bounded(notices: readonly NetworkNotice[]): readonly NetworkNotice[] {
	if (notices.length <= NOTICES) return notices;
	const left = notices.length - NOTICES;
	const rest = noticeOf(
		'many_notices',
		{ left },
		`Meta told ${left} things more about this account at once.`,
	);
	return [...notices.slice(0, NOTICES), rest];
}

function inParts<T>(list: readonly T[]): T[][] {
	const parts: T[][] = [];
	for (let from = 0; from < list.length; from += AT_ONCE) parts.push(list.slice(from, from + AT_ONCE));
	return parts;
}
