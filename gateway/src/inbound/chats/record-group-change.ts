import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { GroupChange } from '../../domain/chats/group.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { phoneOfChat } from '../../domain/phone.ts';
import type { GroupChangeReport } from '../../network/network-event.ts';
import { findChatName } from '../../store/chats/chats.ts';
import { readCurrentIds, type CurrentIdOf } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvent } from '../../store/events/events.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { isNewReport } from '../../store/instances/recent-reports.ts';
import { recordGroupNames } from './record-group-names.ts';

/**
 * Records a change of a group: the chat gets the group's current name, and `group.updated` or `group.participants`
 * reports the change. A repeated report, and one that names no change, have no event.
 */
export async function recordGroupChange(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	report: GroupChangeReport,
	now: number,
): Promise<void> {
	const { db } = scope;
	if ((await findInstance(db, instanceId)) === undefined) return;
	const { groupId } = report;
	if (!(await isNewReport(db, instanceId, identityOf(report)))) return;
	const newName = report.change === 'settings' ? report.settings.name : undefined;
	const name = newName ?? report.groupName;
	if (name !== undefined) await recordGroupNames(scope, [{ instanceId, id: groupId, name }]);
	const groupName = name ?? (await findChatName(db, instanceId, groupId));
	const event = eventOf(report, await currentIds(scope, instanceId, report), { instanceId, groupName });
	if (event !== null) await recordEvent(scope, newId, event, now);
}

/**
 * The identity of a report, by which a repeated one is recognised. The name of the group is not part of it: the driver may
 * learn it later.
 */
function identityOf(report: GroupChangeReport): object {
	return { groupChange: { ...report, groupName: null } };
}

/** Returns the current ids of the people in a report. */
async function currentIds(
	{ db }: CommitScope,
	instanceId: InstanceId,
	report: GroupChangeReport,
): Promise<(id: string) => string> {
	const people = report.change === 'participants' ? report.participants.map(({ id }) => id) : [];
	const { senderId } = report.actor;
	const ids = senderId === null ? people : [...people, senderId];
	const currentIdOf: CurrentIdOf = await readCurrentIds(
		db,
		ids.map((id) => ({ instanceId, id })),
	);
	return (id) => currentIdOf({ instanceId, id });
}

function eventOf(
	report: GroupChangeReport,
	currentIdOf: (id: string) => string,
	{ instanceId, groupName }: { instanceId: InstanceId; groupName: string | null },
): GatewayEvent | null {
	const { groupId, actor, at } = report;
	const senderId = actor.senderId === null ? null : currentIdOf(actor.senderId);
	const ofGroup = {
		instanceId,
		groupId,
		groupName,
		senderId,
		from: actor.from ?? (senderId === null ? null : phoneOfChat(senderId)),
		isFromMe: actor.isFromMe,
		timestamp: timestamp(at),
	};
	if (report.change === 'settings') {
		const changed = changesOf(report);
		if (changed.length === 0) return null;
		return { kind: 'group.updated', data: { ...ofGroup, changed, ...report.settings } };
	}
	const participants = report.participants.map(({ id, phone }) => {
		const currentId = currentIdOf(id);
		return { id: currentId, phone: phone ?? phoneOfChat(currentId) };
	});
	if (participants.length === 0) return null;
	return { kind: 'group.participants', data: { ...ofGroup, action: report.action, participants } };
}

function changesOf(report: Extract<GroupChangeReport, { change: 'settings' }>): GroupChange[] {
	const { settings, pictureChanged = false, inviteChanged = false } = report;
	const keys = ['name', 'description', 'announce', 'restrict'] as const;
	return [
		...keys.filter((key) => settings[key] !== undefined),
		...(pictureChanged ? (['picture'] as const) : []),
		...(inviteChanged ? (['invite'] as const) : []),
	];
}
