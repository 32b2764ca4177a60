import type { ContactProfile } from '../../domain/chats/contact.ts';
import type { PastMessage } from '../network-event.ts';

export interface HistoryOptions {
	/** How many messages, and in how many chats. */
	messages: number;
	chats: number;
	/** The same seed produces the same conversations. */
	seed: string;
}

/** Milliseconds between two messages. */
const INTERVAL = 60_000;

const LINES = [
	'Good morning!',
	'When do you open today?',
	'We open at nine.',
	'Is my order ready?',
	'Yes, you can pick it up any time.',
	'Thank you very much.',
	'Can I pay by card?',
	'Of course.',
	'See you later.',
	'Have a nice day!',
] as const;

/**
 * Conversations from before now with people of the instance's address book, oldest message first: one message a
 * minute, from one chat after the other, the two sides alternating.
 */
export function pastConversations(
	people: readonly ContactProfile[],
	{ messages, chats, seed }: HistoryOptions,
	now: number,
): PastMessage[] {
	const partners = people.slice(0, Math.min(chats, people.length));
	return Array.from({ length: messages }, (_, index): PastMessage[] => {
		const partner = partners[index % partners.length];
		if (partner === undefined) return [];
		const round = Math.floor(index / partners.length);
		const direction = round % 2 === 0 ? 'inbound' : 'outbound';
		const partnerId = partner.id;
		return [
			{
				networkId: `history:${seed}:${index}`,
				messageId: null,
				chatId: partnerId,
				source: direction === 'inbound' ? { chat: partnerId, sender: partnerId } : null,
				direction,
				senderId: direction === 'inbound' ? partnerId : null,
				phone: partner.phone,
				contactName: partner.name,
				content: LINES[(round + index) % LINES.length] ?? '',
				at: now - (messages - index) * INTERVAL,
			},
		];
	}).flat();
}
