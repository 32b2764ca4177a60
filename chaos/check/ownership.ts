import type { HistoryRecord, OwnerDeliveryRecord } from '../history/record.ts';
import { chatOf, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'ownership';

const ACCEPTED = 202;
const CHAT_TAKEN = 409;

type Owner = 'bot' | 'person' | 'unknown';

/**
 * From the response to what a person wrote until they give the chat back, every send that begins and ends in between is
 * refused; from the response to giving it back until the person writes again, every send is accepted. Events tell that a
 * chat was taken and released in turns, and of each text of the person once.
 */
export const ownership: Rule = (history) => [...sends(history), ...turns(history), ...echoes(history)];

function sends(history: readonly HistoryRecord[]): Violation[] {
	const violations: Violation[] = [];
	const owners = new Map<string, Owner>();
	const attempts = new Map<string, { owner: Owner; record: HistoryRecord }>();
	const open = new Map<string, Set<string>>();
	const tried = new Set<string>();
	/** Chats in which it is not known whether the last text of the person arrived. */
	const lost = new Set<string>();
	const isOf = new Set(recordsOf(history, 'take').map(chatOf));

	/** A change of owner in progress makes the owner unknown for concurrent sends. */
	function change(chat: string, owner: Owner): void {
		// A person's message may arrive after its response was lost, and after the chat was given back.
		owners.set(chat, lost.has(chat) ? 'unknown' : owner);
		for (const key of open.get(chat) ?? []) {
			const attempt = attempts.get(key);
			if (attempt !== undefined) attempt.owner = 'unknown';
		}
	}

	const chats = new Map<string, string>();
	for (const record of history) {
		if (record.kind === 'take' || record.kind === 'release') change(chatOf(record), 'unknown');
		else if (record.kind === 'take response' && record.status === 201) {
			lost.delete(chatOf(record));
			change(chatOf(record), 'person');
		} else if (record.kind === 'take response') lost.add(chatOf(record));
		else if (record.kind === 'release response' && record.status === 200) change(chatOf(record), 'bot');
		else if (record.kind === 'send' && isOf.has(chatOf(record))) {
			const chat = chatOf(record);
			chats.set(record.key, chat);
			open.set(chat, (open.get(chat) ?? new Set()).add(record.key));
			// A repeated send may have been accepted by an attempt whose response was lost.
			const owner = tried.has(record.key) ? 'unknown' : (owners.get(chat) ?? 'bot');
			attempts.set(record.key, { owner, record });
			tried.add(record.key);
		} else if (record.kind === 'send response') {
			const attempt = attempts.get(record.key);
			open.get(chats.get(record.key) ?? '')?.delete(record.key);
			attempts.delete(record.key);
			if (attempt === undefined) continue;
			const records = [attempt.record, record];
			if (attempt.owner === 'person' && record.status === ACCEPTED) {
				violations.push({ rule, what: `${record.key} was accepted while a person owned the chat`, records });
			}
			if (attempt.owner === 'bot' && record.status === CHAT_TAKEN) {
				violations.push({ rule, what: `${record.key} was refused while the bot owned the chat`, records });
			}
		}
	}
	return violations;
}

function turns(history: readonly HistoryRecord[]): Violation[] {
	const changes = recordsOf(history, 'owner delivery').filter(({ event }) => event !== 'message.echo');
	const chats = Map.groupBy(changes, ({ instanceId, chatId }) => `${instanceId} ${chatId}`);
	return [...chats].flatMap(([chat, deliveries]) => {
		const events = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
		const sorted = [...events.values()].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
		const violations = sorted.flatMap((delivery, index): Violation[] => {
			const expected = index % 2 === 0 ? 'chat.taken' : 'chat.released';
			if (delivery.event === expected) return [];
			return [{ rule, what: `${chat} has ${delivery.event}, not ${expected}`, records: [delivery] }];
		});
		return violations.slice(0, 1);
	});
}

function echoes(history: readonly HistoryRecord[]): Violation[] {
	const deliveries = recordsOf(history, 'owner delivery');
	const byContent = Map.groupBy(deliveries, ({ content }) => content ?? '');
	const taken = recordsOf(history, 'take response').filter(({ status }) => status === 201);
	const violations = taken.flatMap((record): Violation[] => {
		const ids = new Set((byContent.get(record.content) ?? []).map(({ eventId }) => eventId));
		if (ids.size === 1) return [];
		return [{ rule, what: `"${record.content}" has ${ids.size} events`, records: [record] }];
	});
	return [...violations, ...unacknowledged(deliveries)];
}

function unacknowledged(deliveries: readonly OwnerDeliveryRecord[]): Violation[] {
	return [...Map.groupBy(deliveries, ({ eventId }) => eventId)].flatMap(([eventId, records]): Violation[] => {
		if (
			records.some(({ responseStatus }) => responseStatus === 200) &&
			records.every(({ signed }) => signed)
		) {
			return [];
		}
		return [{ rule, what: `${eventId} was never acknowledged, or had a wrong signature`, records }];
	});
}
