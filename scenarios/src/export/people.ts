import type { ScenarioPhone } from '../format/scenario.ts';
import type { Anonymiser } from './anonymiser.ts';
import type { ExportedMessage } from './exported-message.ts';
import { newcomersOf, type ParticipantChange } from './group-changes.ts';

/** The writers in a chat, as the phones of a scenario. */
export interface People {
	phones: Readonly<Record<string, ScenarioPhone>>;
	/** The name of a person's phone; of nobody in particular: that of the first one. */
	nameOf: (senderId: string | undefined) => string;
	/** The group of the scenario; null: the chat is with one person. */
	group: string | null;
	/** The names of the phones that are in the group from the beginning. */
	members: readonly string[];
}

const CUSTOMER = 'customer';

/** The group that every instance of the simulated network is in, and in which everybody may write. */
const GROUP = 'Team';

/**
 * Returns the people of a chat, with numbers and names that are invented: who wrote or reacted, and whom others added to
 * the group, removed from it or made an admin.
 */
export function peopleOf(
	chatId: string,
	messages: readonly ExportedMessage[],
	changes: readonly ParticipantChange[],
	anonymiser: Anonymiser,
): People {
	// A person with several devices or ids is still the one person of the chat.
	if (!isGroup(chatId)) {
		const name = messages.find(({ contactName }) => (contactName ?? '') !== '')?.contactName ?? null;
		const phones = { [CUSTOMER]: phoneOf(chatId, name, anonymiser) };
		return { phones, nameOf: () => CUSTOMER, group: null, members: [] };
	}
	const ofOthers = changes.filter(({ isFromMe }) => !isFromMe);
	const ids = new Set([...messages.flatMap(peopleIn), ...ofOthers.flatMap(({ people }) => people)]);
	const newcomers = newcomersOf(changes);
	if (ids.size === 0) ids.add(chatId);
	const names = new Map([...ids].map((id, index) => [id, `member${index + 1}`]));
	const phones = [...names].map(([id, name]) => [name, phoneOf(id, null, anonymiser)] as const);
	return {
		phones: Object.fromEntries(phones),
		nameOf: (senderId) => names.get(senderId ?? '') ?? 'member1',
		group: GROUP,
		members: [...names].filter(([id]) => !newcomers.has(id)).map(([, name]) => name),
	};
}

export function isGroup(chatId: string): boolean {
	return chatId.endsWith('@g.us');
}

function peopleIn({ direction, senderId, reactions = [] }: ExportedMessage): string[] {
	const reacting = reactions.filter(({ isFromMe }) => !isFromMe).map((reaction) => reaction.senderId);
	return [...(direction === 'inbound' && senderId !== undefined ? [senderId] : []), ...reacting];
}

function phoneOf(id: string, name: string | null, anonymiser: Anonymiser): ScenarioPhone {
	return {
		number: anonymiser.phone(id.replace(/@.*$/, '')),
		name: name === null ? null : anonymiser.name(name),
		reads: 'automatically',
	};
}
