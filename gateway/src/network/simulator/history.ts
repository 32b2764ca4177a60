import { chatIdOf } from '../../domain/phone.ts';
import type { ContactProfile } from '../../domain/contact.ts';
import type { PastMessage } from '../driver.ts';

/** How much history to make, and from what: the same seed gives the same conversations. */
export interface HistoryWish {
	messages: number;
	chats: number;
	seed: string;
}

/** Milliseconds between two messages of a made-up history. */
const PACE = 60_000;

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
 * Conversations from before now, oldest first, with people of the instance's address book: one message a minute,
 * the chats in turn, both sides in turn.
 */
export function pastConversations(
	people: readonly ContactProfile[],
	{ messages, chats, seed }: HistoryWish,
	now: number,
): PastMessage[] {
	const partners = people.slice(0, Math.min(chats, people.length));
	return Array.from({ length: messages }, (_, index): PastMessage[] => {
		const partner = partners[index % partners.length];
		if (partner === undefined) return [];
		const round = Math.floor(index / partners.length);
		const direction = round % 2 === 0 ? 'inbound' : 'outbound';
		const partnerId = chatIdOf(partner.phone);
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
				at: now - (messages - index) * PACE,
			},
		];
	}).flat();
}
