import { GatewayError } from '../../../domain/error.ts';
import {
	GROUP_CHANGES,
	type GroupSettings,
	type NetworkGroup,
	type ParticipantChange,
	type ParticipantRefusal,
} from '../../../domain/chats/group.ts';
import { notAdmin, notInvited, type GroupAccess } from './group-access.ts';
import { changedGroup, mayChangeSettings, memberOf, withSettings } from './group-changes.ts';
import { invitedGroupId, replaceInvite } from './group-invites.ts';
import type { GroupReports } from './group-reports.ts';

/** Settings that a participant changes; `pictureUrl` null removes the picture. */
export interface ChangesOfOther extends GroupSettings {
	pictureUrl?: string | null;
	revokeInvite?: true;
}

/** The acting person of a change of participants; each field is optional. */
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

/** Creates the changes that others make in the groups of an instance. */
export function groupsOfOthers(access: GroupAccess, reports: GroupReports): ChangesByOthers {
	const { session, exclusively, ownPhone, anyOrThrow, save } = access;

	return {
		updateByOther: (groupId, by, { pictureUrl, revokeInvite, ...settings }) =>
			exclusively(async () => {
				const before = await anyOrThrow(groupId);
				const after = withSettings(before, settings, pictureUrl);
				const given: Record<string, unknown> = { ...settings, picture: pictureUrl, invite: revokeInvite };
				const named = GROUP_CHANGES.filter((setting) => given[setting] !== undefined);
				if (!mayChangeSettings(before, by, named)) throw notAdmin(before, by);
				await save(after);
				const inviteChanged = revokeInvite === true;
				if (inviteChanged) await replaceInvite(session, groupId);
				await reports.settings({ before, after }, by, { inviteChanged });
				return after;
			}),
		changeByOther: (groupId, action, people, { by, invite } = {}) =>
			exclusively(async () => {
				const before = await anyOrThrow(groupId);
				const isByThemselves = action === 'join' || action === 'leave';
				if (isByThemselves) throwIfForOthers(action, people, by);
				else if (by !== undefined && memberOf(before, by)?.isAdmin !== true) throw notAdmin(before, by);
				if (invite !== undefined && (await invitedGroupId(session, invite)) !== groupId) throw notInvited();

				const { group: after, refused } = changedGroup(before, action, people);
				await save(after);
				const changed = [...new Set(people)].filter((person) => !refused.has(person));
				const own = await ownPhone();
				const admin = by ?? before.participants.find((one) => one.isAdmin && one.phone !== own)?.id;
				await reports.participants({ before, after }, action, changed, isByThemselves ? null : admin);
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
