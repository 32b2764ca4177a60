import type { IDataObject } from 'n8n-workflow';

import { toBoolean } from '../../MessagingGateway/descriptions/boolean';
import { toChatId } from '../../MessagingGateway/descriptions/locators/chatLocator';
import { toPerson } from '../../MessagingGateway/descriptions/phone';
import { splitEntries } from '../../MessagingGateway/descriptions/splitEntries';
import type { Filters } from './properties';
import { textRegex } from './textRegex';

/** Events that only others cause, and that have no `isFromMe`. */
const FROM_OTHERS = ['message.received', 'message.unavailable'];

/**
 * Returns whether an event matches all filters. Each filter checks one field and accepts data without that field: an
 * event of an instance has no chat, and few events have a text. Leave Out Taken Chats and Only Replies to My Messages
 * check received messages only.
 */
export function matchesFilters(filters: Filters, event: string, data: IDataObject): boolean {
	const { senderId, type, content } = data as Partial<Record<string, string>>;
	const chatId = (data.chatId ?? data.groupId) as string | undefined;
	// `from` is null for a person whose phone number the network hides.
	const from = (data.from ?? undefined) as string | undefined;
	const chats = splitEntries(filters.chats).map(toChatId);
	const senders = splitEntries(filters.senders).map(toPerson);
	const types = splitEntries(filters.types);
	return (
		(chats.length === 0 || chatId === undefined || chats.includes(chatId)) &&
		(!filters.chatType || chatId === undefined || chatTypeOf(chatId) === filters.chatType) &&
		(senders.length === 0 || matchesSender(senders, [from, senderId])) &&
		(types.length === 0 || type === undefined || types.includes(type)) &&
		(content === undefined || matchesText(filters, content)) &&
		(event !== 'message.received' || matchesReceived(filters, data)) &&
		matchesOwn(filters, data.isFromMe ?? (FROM_OTHERS.includes(event) ? false : undefined))
	);
}

/** Returns whether `senders` contains an identifier of the sender, or the event has no sender, e.g. for a sent message. */
function matchesSender(senders: (string | undefined)[], identifiers: (string | undefined | null)[]): boolean {
	const known = identifiers.filter((identifier) => typeof identifier === 'string');
	return known.length === 0 || known.some((identifier) => senders.includes(identifier));
}

function matchesReceived({ leaveOutTakenChats, onlyRepliesToMe }: Filters, data: IDataObject): boolean {
	if (toBoolean(leaveOutTakenChats) && data.owner === 'person') return false;
	return !toBoolean(onlyRepliesToMe) || isReplyToMe(data);
}

/** The message that a tap answers may be unknown to the gateway; in a direct chat its buttons are the account's. */
function isReplyToMe({ quotedIsFromMe, reply, isGroup }: IDataObject): boolean {
	if (typeof quotedIsFromMe === 'boolean') return quotedIsFromMe;
	return reply !== undefined && isGroup !== true;
}

function matchesOwn({ ownMessages }: Filters, isFromMe: unknown): boolean {
	if (typeof isFromMe !== 'boolean') return true;
	if (ownMessages === 'only') return isFromMe;
	return ownMessages !== 'leaveOut' || !isFromMe;
}

function matchesText(filters: Filters, content: string): boolean {
	// An expression may return a number.
	const part = String(filters.textContains ?? '').toLowerCase();
	return content.toLowerCase().includes(part) && matchesRegex(filters, content);
}

/** An invalid regex matches nothing. Registration rejects it, but an n8n expression may return one later. */
function matchesRegex(filters: Filters, content: string): boolean {
	try {
		return textRegex(filters)?.test(content) ?? true;
	} catch {
		return false;
	}
}

function chatTypeOf(chatId: string): 'direct' | 'group' {
	return chatId.endsWith('@g.us') ? 'group' : 'direct';
}
