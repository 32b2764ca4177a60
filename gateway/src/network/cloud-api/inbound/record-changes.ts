import type { NetworkEvent, NetworkNotice } from '../../network-event.ts';
import type { Session } from '../session/session.ts';
import type { Arrival } from './arrival.ts';
import type { Inbox } from './inbox.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { createNotice } from './notices.ts';
import type { Change } from './payload.ts';
import { readChange } from './read-change.ts';
import { resolveArrivals } from './resolve-arrivals.ts';
import { resolveStatus } from './resolve-status.ts';
import { createResponseWait, type ResponseWait } from './response-wait.ts';

/** The maximum number of messages, statuses, people or contacts in one transaction. */
const BATCH_SIZE = 200;
/** The maximum number of notices of one webhook; one more represents the rest. */
const MAX_NOTICES = 100;

/**
 * Records the changes of a webhook in batches. Recording a change again has no effect. Returns `isComplete` false if a
 * status, or a change of a message, cannot be assigned to a message yet, so that Meta has to deliver the webhook again,
 * and Meta's ids of the messages that are stored: not of those that wait for their files, which are in the inbox.
 */
export async function recordChanges(
	session: Session,
	inbox: Inbox,
	changes: readonly Change[],
	now: number,
): Promise<{ isComplete: boolean; storedIds: string[] }> {
	const responses = createResponseWait(session);
	const readings = changes.flatMap((change) => readChange(change, session.account, now));
	const notices = readings.flatMap(({ notice }) => notice ?? []);
	// People are recorded before their messages, which then arrive in the chat of the person.
	await recordPeople(
		session,
		readings.flatMap(({ ids }) => (ids === undefined ? [] : [ids])),
	);
	const contacts = readings.flatMap(({ contact }) => contact ?? []);
	for (const batch of inBatches(contacts))
		await session.context.report([{ kind: 'contacts', contacts: batch }]);
	const arrivals = readings.flatMap(({ arrival }) => arrival ?? []);
	const storedIds: string[] = [];
	let isComplete = true;
	for (const batch of inBatches(arrivals)) {
		const result = await recordArrivals(session, inbox, batch, now);
		storedIds.push(...result.storedIds);
		isComplete &&= result.isComplete;
	}
	const statuses = changes.filter(({ field }) => field === 'messages').flatMap((change) => change.statuses);
	for (const batch of inBatches(statuses)) {
		const result = await recordStatuses(session, batch, { now, responses });
		notices.push(...result.notices);
		isComplete &&= result.isComplete;
	}
	// Notices have no id by which a repeated one could be recognized, so only the last delivery publishes them.
	if (isComplete) await session.publishNotices(boundedNotices(notices));
	return { isComplete, storedIds };
}

async function recordPeople(session: Session, people: readonly (readonly string[])[]): Promise<void> {
	const { reportedPeople, context } = session;
	for (const batch of inBatches(reportedPeople.unreported(people))) {
		await context.report(batch);
		if (!session.isClosed()) reportedPeople.remember(batch);
	}
}

/** Returns Meta's ids of the messages that are stored by then. */
async function recordArrivals(
	session: Session,
	inbox: Inbox,
	batch: readonly Arrival[],
	now: number,
): Promise<{ storedIds: string[]; isComplete: boolean }> {
	const { unrecorded, storedIds, isComplete } = await resolveArrivals(session, inbox, batch, now);
	if (unrecorded.length === 0) return { storedIds, isComplete };
	await inbox.accept(unrecorded, async (direct, queuedValues) => {
		const events: NetworkEvent[] = direct.map(({ event }) => event);
		if (Object.keys(queuedValues).length > 0) {
			events.push({ kind: 'session', values: session.context.storage.encrypt(queuedValues) });
		}
		if (events.length === 0) return;
		await session.context.report(events);
		storedIds.push(...direct.flatMap(({ event, networkId }) => (event.kind === 'change' ? [] : networkId)));
		if (!session.isClosed()) markMessagesRead(session, events);
	});
	return { storedIds, isComplete };
}

async function recordStatuses(
	session: Session,
	statuses: readonly unknown[],
	context: { now: number; responses: ResponseWait },
): Promise<{ notices: NetworkNotice[]; isComplete: boolean }> {
	const outcomes = [];
	for (const status of statuses)
		outcomes.push({ status, outcome: await resolveStatus(session, status, context) });
	const resolved = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
	if (resolved.length > 0) await session.context.report(resolved.map(({ event }) => event));
	for (const { messageId, networkId } of resolved) {
		session.unrecordedIds.delete(networkId);
		if (!session.isClosed()) session.awaitedStatuses.resolve(messageId, networkId);
	}
	return {
		notices: outcomes
			.filter(({ outcome }) => outcome === 'unreadable')
			.map(({ status }) =>
				createNotice('statuses', status, 'Meta sent a status that the gateway does not know.'),
			),
		isComplete: outcomes.every(({ outcome }) => outcome !== 'undecided'),
	};
}

function boundedNotices(notices: readonly NetworkNotice[]): readonly NetworkNotice[] {
	if (notices.length <= MAX_NOTICES) return notices;
	const left = notices.length - MAX_NOTICES;
	const rest = createNotice(
		'many_notices',
		{ left },
		`Meta sent ${left} more notices about this account at once.`,
	);
	return [...notices.slice(0, MAX_NOTICES), rest];
}

function inBatches<T>(list: readonly T[]): T[][] {
	const batches: T[][] = [];
	for (let from = 0; from < list.length; from += BATCH_SIZE)
		batches.push(list.slice(from, from + BATCH_SIZE));
	return batches;
}
