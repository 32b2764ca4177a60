import type { Clock } from '../../../domain/clock.ts';
import type {
	GroupParticipant,
	GroupSettings,
	NetworkGroup,
	ParticipantChange,
} from '../../../domain/chats/group.ts';
import { chatIdOf, phoneOfChat } from '../../../domain/phone.ts';
import type { DriverContext } from '../../driver.ts';
import type { GroupActor, NetworkEvent } from '../../network-event.ts';
import type { GroupAccess } from './group-access.ts';
import { groupNames, isIn } from './group-records.ts';

/** A group before and after a change. */
export interface ChangedGroup {
	before: NetworkGroup;
	after: NetworkGroup;
}

/** Reports changes of groups that the instance is in, or was in before, as the network does to all its participants. */
export interface GroupReports {
	/** `by`: the phone number or the id of the person. Reports nothing where nothing changed. */
	settings(changed: ChangedGroup, by: string, options: { inviteChanged: boolean }): Promise<void>;
	/** `by` undefined: the network does not report the person; null: each person by themselves. */
	participants(
		changed: ChangedGroup,
		action: ParticipantChange,
		people: readonly string[],
		by: string | undefined | null,
	): Promise<void>;
}

export function createGroupReports(
	{ ownPhone }: Pick<GroupAccess, 'ownPhone'>,
	report: DriverContext['report'],
	clock: Clock,
): GroupReports {
	async function actorOf(person: string | undefined): Promise<GroupActor> {
		if (person === undefined) return { senderId: null, from: null, isFromMe: false };
		const senderId = chatIdOf(person);
		const from = phoneOfChat(senderId);
		return { senderId, from, isFromMe: from === (await ownPhone()) };
	}

	async function reportChange(
		{ before, after }: ChangedGroup,
		events: readonly NetworkEvent[],
	): Promise<void> {
		const own = await ownPhone();
		if (events.length === 0 || !(isIn(before, own) || isIn(after, own))) return;
		await report([groupNames([after]), ...events]);
	}

	return {
		async settings(changed, by, { inviteChanged }) {
			const { before, after } = changed;
			const settings = changedSettings(before, after);
			const pictureChanged = after.pictureUrl !== before.pictureUrl;
			if (Object.keys(settings).length === 0 && !pictureChanged && !inviteChanged) return;
			const frame = { groupId: after.id, groupName: after.name, actor: await actorOf(by), at: clock.now() };
			const change = { ...frame, change: 'settings' as const, settings, pictureChanged, inviteChanged };
			await reportChange(changed, [{ kind: 'group_change', change }]);
		},
		async participants(changed, action, people, by) {
			const { after } = changed;
			const together = people.length === 0 ? [] : [people];
			const changes = by === null ? people.map((person) => [person]) : together;
			const events = await Promise.all(
				changes.map(async (participants): Promise<NetworkEvent> => {
					const actor = await actorOf(by === null ? participants[0] : by);
					const frame = { groupId: after.id, groupName: after.name, actor, at: clock.now() };
					const change = { change: 'participants' as const, action, participants: participants.map(idsOf) };
					return { kind: 'group_change', change: { ...frame, ...change } };
				}),
			);
			await reportChange(changed, events);
		},
	};
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
