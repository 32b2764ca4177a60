import type {
	GroupAction,
	GroupParticipant,
	NetworkGroup,
	ParticipantRefusal,
} from '../../../domain/group.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import { behaviorOf } from '../phones/behavior.ts';

const MEMBER = { isAdmin: false, isSuperAdmin: false };
const ADMIN = { isAdmin: true, isSuperAdmin: false };
const SUPER_ADMIN = { isAdmin: true, isSuperAdmin: true };

type Members = Map<string, GroupParticipant>;

/** Whether somebody can be put into a group: on the network, and has not blocked the instance. */
export function canJoin(phone: string): boolean {
	const habit = behaviorOf(phone);
	return habit !== 'absent' && habit !== 'blocks';
}

/** The participants of a new group: who makes it, as super admin, then the others, each once. */
export function firstParticipants(owner: string, others: readonly string[]): GroupParticipant[] {
	const members = [...new Set(others)].filter((phone) => phone !== owner);
	return [participant(owner, SUPER_ADMIN), ...members.map((phone) => participant(phone, MEMBER))];
}

function participant(phone: string, role: typeof MEMBER): GroupParticipant {
	return { id: chatIdOf(phone), phone, ...role };
}

/**
 * A group after an action on some phones, one by one, and which of them were refused and why. What somebody is
 * already (an admin who is promoted, a member who is demoted) is no refusal.
 */
export function changedGroup(
	group: NetworkGroup,
	action: GroupAction,
	phones: readonly string[],
): { group: NetworkGroup; refused: ReadonlyMap<string, ParticipantRefusal> } {
	const members: Members = new Map(group.participants.map((member) => [member.phone ?? member.id, member]));
	const refused = new Map<string, ParticipantRefusal>();
	for (const phone of new Set(phones)) {
		const refusal = refusalOf(members, action, phone);
		if (refusal === null) CHANGE[action](members, phone);
		else refused.set(phone, refusal);
	}
	if (action === 'remove') handOn(members);
	return { group: { ...group, participants: [...members.values()] }, refused };
}

function refusalOf(members: Members, action: GroupAction, phone: string): ParticipantRefusal | null {
	if (action !== 'add') return members.has(phone) ? null : 'not_participant';
	if (members.has(phone)) return 'already_participant';
	return canJoin(phone) ? null : 'not_on_network';
}

const CHANGE: Record<GroupAction, (members: Members, phone: string) => void> = {
	add: (members, phone) => members.set(phone, participant(phone, MEMBER)),
	remove: (members, phone) => members.delete(phone),
	promote(members, phone) {
		const isSuperAdmin = members.get(phone)?.isSuperAdmin ?? false;
		members.set(phone, participant(phone, { isAdmin: true, isSuperAdmin }));
	},
	demote: (members, phone) => members.set(phone, participant(phone, MEMBER)),
};

/** A group whose last admin left is handed on to who has been in it longest. */
function handOn(members: Members): void {
	const rest = [...members.values()];
	const [eldest] = rest;
	if (eldest === undefined || rest.some(({ isAdmin }) => isAdmin)) return;
	members.set(eldest.phone ?? eldest.id, { ...eldest, ...ADMIN });
}
