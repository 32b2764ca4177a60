import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import {
	GROUP_CHANGES,
	type GroupParticipant,
	type GroupSettings,
	type NetworkGroup,
	type ParticipantChange,
	type ParticipantRefusal,
} from '../../../domain/group.ts';
import { chatIdOf, phoneOfChat } from '../../../domain/phone.ts';
import type { DriverContext } from '../../driver.ts';
import type { GroupActor, NetworkEvent } from '../../network-event.ts';
import { notAdmin, notInvited, type GroupAccess } from './group-access.ts';
import { changedGroup, mayChangeSettings, memberOf, withSettings } from './group-changes.ts';
import { invitedGroupId, replaceInvite } from './group-invites.ts';
import { groupNames, isIn } from './group-records.ts';

/** Settings that a participant changes; `pictureUrl` null removes the picture. */
export interface ChangesOfOther extends GroupSettings {
	pictureUrl?: string | null;
	revokeInvite?: true;
}

/** Who changes participants; each is optional. */
export interface ByOther {
	/** A participant, by phone number or id; absent: an admin other than the instance. */
	by?: string;
	/** The invite that people join by; absent: the valid one. */
	invite?: string;
}

export interface ChangesByOthers {
	/**
	 * A participant changes settings; the instance may have left the group. Throws group_not_found, and not_admin where
	 * only admins may, or where `by` is not in the group.
	 */
	updateByOther(groupId: string, by: string, changes: ChangesOfOther): Promise<NetworkGroup>;
	/**
	 * An admin changes participants, or people join or leave by themselves. The instance may be one of them, or may have
	 * left the group. Returns the refusals. Throws group_not_found, also for an invite that is not valid, not_admin,
	 * invalid_parameters.
	 */
	changeByOther(
		groupId: string,
		action: ParticipantChange,
		people: readonly string[],
		who?: ByOther,
	): Promise<ReadonlyMap<string, ParticipantRefusal>>;
}

/** What others change in the groups of an instance. The network tells the instance of groups that it is in. */
export function groupsOfOthers(
	access: GroupAccess,
	report: DriverContext['report'],
	clock: Clock,
): ChangesByOthers {
	const { session, exclusively, ownPhone, anyOrThrow, save } = access;

	async function actorOf(person: string | undefined): Promise<GroupActor> {
		if (person === undefined) return { senderId: null, from: null, isFromMe: false };
		const senderId = chatIdOf(person);
		const from = phoneOfChat(senderId);
		return { senderId, from, isFromMe: from === (await ownPhone()) };
	}

	/** Reports changes of a group that the instance is in, or was in before. */
	async function tell(
		before: NetworkGroup,
		after: NetworkGroup,
		events: readonly NetworkEvent[],
	): Promise<void> {
		const own = await ownPhone();
		if (events.length === 0 || !(isIn(before, own) || isIn(after, own))) return;
		await report([groupNames([after]), ...events]);
	}

	return {
		updateByOther: (groupId, by, { pictureUrl, revokeInvite, ...settings }) =>
			exclusively(async () => {
				const group = await anyOrThrow(groupId);
				const after = withSettings(group, settings, pictureUrl);
				const given: Record<string, unknown> = { ...settings, picture: pictureUrl, invite: revokeInvite };
				const named = GROUP_CHANGES.filter((setting) => given[setting] !== undefined);
				if (!mayChangeSettings(group, by, named)) throw notAdmin(group, by);
				await save(after);
				if (revokeInvite === true) await replaceInvite(session, groupId);
				const changed = changedSettings(group, after);
				const pictureChanged = after.pictureUrl !== group.pictureUrl;
				const inviteChanged = revokeInvite === true;
				const isChange = Object.keys(changed).length > 0 || pictureChanged || inviteChanged;
				const change = { change: 'settings', settings: changed, pictureChanged, inviteChanged } as const;
				const frame = { groupId, groupName: after.name, actor: await actorOf(by), at: clock.now() };
				const events: NetworkEvent[] = [{ kind: 'group_change', change: { ...frame, ...change } }];
				await tell(group, after, isChange ? events : []);
				return after;
			}),
		changeByOther: (groupId, action, people, { by, invite } = {}) =>
			exclusively(async () => {
				const group = await anyOrThrow(groupId);
				const isByThemselves = action === 'join' || action === 'leave';
				if (isByThemselves) throwIfForOthers(action, people, by);
				else if (by !== undefined && memberOf(group, by)?.isAdmin !== true) throw notAdmin(group, by);
				if (invite !== undefined && (await invitedGroupId(session, invite)) !== groupId) throw notInvited();

				const { group: after, refused } = changedGroup(group, action, people);
				await save(after);
				const own = await ownPhone();
				const admin = by ?? group.participants.find((one) => one.isAdmin && one.phone !== own)?.id;
				const changed = [...new Set(people)].filter((person) => !refused.has(person));
				const groups = isByThemselves
					? changed.map((person) => [person])
					: changed.length === 0
						? []
						: [changed];
				const events = await Promise.all(
					groups.map(async (participants): Promise<NetworkEvent> => {
						const actor = await actorOf(isByThemselves ? participants[0] : admin);
						const frame = { groupId, groupName: after.name, actor, at: clock.now() };
						const change = { change: 'participants', action, participants: participants.map(idsOf) } as const;
						return { kind: 'group_change', change: { ...frame, ...change } };
					}),
				);
				await tell(group, after, events);
				return refused;
			}),
	};
}

function throwIfForOthers(action: string, people: readonly string[], by: string | undefined): void {
	if (by === undefined || people.every((person) => person === by)) return;
	throw new GatewayError(
		'invalid_parameters',
		`People ${action} by themselves. Leave out "by", or name the one person in both fields.`,
	);
}

function idsOf(person: string): Pick<GroupParticipant, 'id' | 'phone'> {
	const id = chatIdOf(person);
	return { id, phone: phoneOfChat(id) };
}

/** The settings whose values differ. */
function changedSettings(before: NetworkGroup, after: NetworkGroup): GroupSettings {
	return {
		...(before.name === after.name ? {} : { name: after.name }),
		...(before.description === after.description ? {} : { description: after.description }),
		...(before.settings.announce === after.settings.announce ? {} : { announce: after.settings.announce }),
		...(before.settings.restrict === after.settings.restrict ? {} : { restrict: after.settings.restrict }),
	};
}
