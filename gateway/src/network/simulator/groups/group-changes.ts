import type {
	GroupChange,
	GroupParticipant,
	GroupSettings,
	NetworkGroup,
	ParticipantChange,
	ParticipantRefusal,
} from '../../../domain/chats/group.ts';
import { chatIdOf, phoneOfChat } from '../../../domain/phone.ts';
import { behaviorOf } from '../phones/behavior.ts';

const MEMBER = { isAdmin: false, isSuperAdmin: false };
const ADMIN = { isAdmin: true, isSuperAdmin: false };
const SUPER_ADMIN = { isAdmin: true, isSuperAdmin: true };

type Members = Map<string, GroupParticipant>;

/** Whether a phone can be added to a group: it is on the network, and has not blocked the instance. */
export function canJoin(phone: string): boolean {
	const behavior = behaviorOf(phone);
	return behavior !== 'absent' && behavior !== 'blocks';
}

/** The participants of a new group: its owner as super admin, then the others, each once. */
export function firstParticipants(owner: string, others: readonly string[]): GroupParticipant[] {
	const members = [...new Set(others)].filter((phone) => phone !== owner);
	return [participant(owner, SUPER_ADMIN), ...members.map((phone) => participant(phone, MEMBER))];
}

/**
 * Whether a participant may change these settings: an admin every one, others its name, description and picture, unless
 * the group restricts these to its admins.
 */
export function mayChangeSettings(
	group: NetworkGroup,
	person: string,
	changed: readonly GroupChange[],
): boolean {
	const member = memberOf(group, person);
	if (member === undefined || member.isAdmin) return member !== undefined;
	return !group.settings.restrict && changed.every((setting) => FOR_MEMBERS.has(setting));
}

/** The participant with a phone number or an id; undefined: not in the group. */
export function memberOf({ participants }: NetworkGroup, person: string): GroupParticipant | undefined {
	return participants.find(({ id, phone }) => phone === person || id === person);
}

/** The group after a change of its settings; `pictureUrl` undefined: the picture stays. */
export function withSettings(
	group: NetworkGroup,
	{ name, description, announce, restrict }: GroupSettings,
	pictureUrl: string | null | undefined,
): NetworkGroup {
	return {
		...group,
		...(name === undefined ? {} : { name }),
		...(description === undefined ? {} : { description: description === '' ? null : description }),
		...(pictureUrl === undefined ? {} : { pictureUrl }),
		settings: {
			announce: announce ?? group.settings.announce,
			restrict: restrict ?? group.settings.restrict,
		},
	};
}

const FOR_MEMBERS: ReadonlySet<GroupChange> = new Set(['name', 'description', 'picture']);

/** A participant, by phone number or by the id of a person whose number is not known. */
function participant(person: string, role: typeof MEMBER): GroupParticipant {
	const id = chatIdOf(person);
	return { id, phone: phoneOfChat(id), ...role };
}

/**
 * The group after an action on each of the phones, and the reasons for those refused. Promoting an admin or demoting
 * a member changes nothing and is no refusal.
 */
export function changedGroup(
	group: NetworkGroup,
	action: ParticipantChange,
	phones: readonly string[],
): { group: NetworkGroup; refused: ReadonlyMap<string, ParticipantRefusal> } {
	const members: Members = new Map(group.participants.map((member) => [member.phone ?? member.id, member]));
	const refused = new Map<string, ParticipantRefusal>();
	for (const phone of new Set(phones)) {
		const refusal = refusalOf(members, action, phone);
		if (refusal === null) CHANGE[action](members, phone);
		else refused.set(phone, refusal);
	}
	if (action === 'remove' || action === 'leave') ensureAdmin(members);
	return { group: { ...group, participants: [...members.values()] }, refused };
}

function refusalOf(members: Members, action: ParticipantChange, phone: string): ParticipantRefusal | null {
	if (action !== 'add' && action !== 'join') return members.has(phone) ? null : 'not_participant';
	if (members.has(phone)) return 'already_participant';
	return canJoin(phone) ? null : 'not_on_network';
}

const CHANGE: Record<ParticipantChange, (members: Members, phone: string) => void> = {
	add: (members, phone) => members.set(phone, participant(phone, MEMBER)),
	join: (members, phone) => members.set(phone, participant(phone, MEMBER)),
	remove: (members, phone) => members.delete(phone),
	leave: (members, phone) => members.delete(phone),
	promote(members, phone) {
		const isSuperAdmin = members.get(phone)?.isSuperAdmin ?? false;
		members.set(phone, participant(phone, { isAdmin: true, isSuperAdmin }));
	},
	demote: (members, phone) => members.set(phone, participant(phone, MEMBER)),
};

/** Makes the oldest member admin when the last admin has left. */
function ensureAdmin(members: Members): void {
	const remaining = [...members.values()];
	const [oldest] = remaining;
	if (oldest === undefined || remaining.some(({ isAdmin }) => isAdmin)) return;
	members.set(oldest.phone ?? oldest.id, { ...oldest, ...ADMIN });
}
