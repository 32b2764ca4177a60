import type { BinaryNode } from 'baileys';
import {
	GROUP_DESCRIPTION_LIMIT,
	PARTICIPANTS_LIMIT,
	type GroupSettings,
	type ParticipantChange,
} from '../../../domain/chats/group.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { sanitizeName, sanitizeText } from '../content/sanitize-text.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { withoutDevice } from '../identity/jid.ts';

/** Changes in one notification that are read; WhatsApp sends one. */
const MAX_CHANGES = 20;

/** Somebody in a notification, by both JIDs where WhatsApp sent both. */
export interface NamedPerson {
	jid: string;
	alternative: string | null;
}

/** A change of a group in a notification. */
export type GroupChangeInStanza =
	| { change: 'settings'; settings: GroupSettings; pictureChanged?: true; inviteChanged?: true }
	| { change: 'participants'; action: ParticipantChange; participants: readonly NamedPerson[] }
	/** The account itself came into a group that exists already. */
	| { change: 'entered'; action: 'add' | 'join' };

type Reader = Pick<Baileys, 'getBinaryNodeChild' | 'getBinaryNodeChildren' | 'getBinaryNodeChildString'>;

/** The changes in a notification of type `w:gp2` or `picture`, without those that have no event. */
export function groupChangesIn(
	baileys: Reader & Pick<Baileys, 'getAllBinaryNodeChildren'>,
	notification: BinaryNode,
): GroupChangeInStanza[] {
	const children = baileys.getAllBinaryNodeChildren(notification).slice(0, MAX_CHANGES);
	if (notification.attrs.type === 'picture') {
		const isChange = children.some(({ tag }) => tag === 'set' || tag === 'delete');
		return isChange ? [{ change: 'settings', settings: {}, pictureChanged: true }] : [];
	}
	return children.flatMap((child) => changeIn(baileys, notification, child) ?? []);
}

/**
 * The author of the changes of a notification; null: WhatsApp does not report it. Where people join by an invite,
 * WhatsApp does not name the author, who is the participant.
 */
export function authorOf(
	baileys: Reader,
	notification: BinaryNode,
	changes: readonly GroupChangeInStanza[],
): NamedPerson | null {
	const [change] = changes;
	const joined = change?.change === 'participants' && change.action === 'join' ? change.participants : [];
	return namedAuthorOf(baileys, notification) ?? (joined.length === 1 ? (joined[0] ?? null) : null);
}

function namedAuthorOf(baileys: Reader, notification: BinaryNode): NamedPerson | null {
	const { attrs } = notification;
	if (attrs.type !== 'picture')
		return personOf(attrs.participant, attrs.participant_pn ?? attrs.participant_lid);
	const change =
		baileys.getBinaryNodeChild(notification, 'set') ?? baileys.getBinaryNodeChild(notification, 'delete');
	return personOf(change?.attrs.author, change?.attrs.author_pn);
}

function changeIn(baileys: Reader, { attrs }: BinaryNode, child: BinaryNode): GroupChangeInStanza | null {
	const settings = (changed: GroupSettings): GroupChangeInStanza => ({
		change: 'settings',
		settings: changed,
	});
	switch (child.tag) {
		case 'create':
			// With this type the group is new: it was created with its participants, and nothing has changed in it.
			if (child.attrs.type === 'new') return null;
			return { change: 'entered', action: child.attrs.reason === 'invite' ? 'join' : 'add' };
		case 'subject':
			return settings({ name: sanitizeName(child.attrs.subject ?? '') });
		case 'description': {
			const text = baileys.getBinaryNodeChildString(child, 'body') ?? '';
			return settings({ description: text === '' ? null : sanitizeText(text, GROUP_DESCRIPTION_LIMIT) });
		}
		case 'announcement':
		case 'not_announcement':
			return settings({ announce: child.tag === 'announcement' });
		case 'locked':
		case 'unlocked':
			return settings({ restrict: child.tag === 'locked' });
		case 'invite':
			return { change: 'settings', settings: {}, inviteChanged: true };
		case 'add':
		case 'remove':
		case 'leave':
		case 'promote':
		case 'demote': {
			const participants = participantsIn(baileys, child);
			if (participants.length === 0) return null;
			const action = actionOf(child, participants, attrs);
			return { change: 'participants', action, participants };
		}
		default:
			return null;
	}
}

/** WhatsApp has no names of its own for joining and leaving: people add and remove themselves. */
function actionOf(
	{ tag, attrs: { reason } }: BinaryNode,
	participants: readonly NamedPerson[],
	{ participant: author }: BinaryNode['attrs'],
): ParticipantChange {
	const [first, ...others] = participants;
	const isAlone = first !== undefined && others.length === 0;
	const bySelf = isAlone && [first.jid, first.alternative].includes(withoutDevice(author ?? ''));
	switch (tag) {
		case 'add':
			return bySelf || reason === 'invite' ? 'join' : 'add';
		case 'remove':
			return bySelf ? 'leave' : 'remove';
		case 'promote':
		case 'demote':
			return tag;
		default:
			return 'leave';
	}
}

function participantsIn(baileys: Reader, change: BinaryNode): NamedPerson[] {
	return baileys
		.getBinaryNodeChildren(change, 'participant')
		.slice(0, PARTICIPANTS_LIMIT)
		.flatMap(({ attrs }) => personOf(attrs.jid, attrs.phone_number ?? attrs.lid) ?? []);
}

function personOf(jid: string | undefined, alternative: string | undefined): NamedPerson | null {
	const person = withoutDevice(jid ?? '');
	if (person === null || isGroupJid(person)) return null;
	return { jid: person, alternative: withoutDevice(alternative ?? '') };
}
