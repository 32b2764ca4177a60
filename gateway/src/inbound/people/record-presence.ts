import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { phoneOfChat } from '../../domain/phone.ts';
import type { PresenceReport } from '../../network/network-event.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvent } from '../../store/events/events.ts';
import { findInstance } from '../../store/instances/instances.ts';
import type { Presences } from './presences.ts';

/** Records the event `presence.updated` where the state of a person in a chat changed. No state is stored. */
export async function recordPresence(
	scope: CommitScope,
	{ newId, presences }: { newId: NewId; presences: Presences },
	instanceId: InstanceId,
	report: PresenceReport,
	now: number,
): Promise<void> {
	const { db, addHooks } = scope;
	if ((await findInstance(db, instanceId)) === undefined) return;
	const currentIdOf = await readCurrentIds(db, [
		{ instanceId, id: report.chatId },
		{ instanceId, id: report.senderId },
	]);
	const chatId = currentIdOf({ instanceId, id: report.chatId });
	const senderId = currentIdOf({ instanceId, id: report.senderId });
	const { state, lastSeenAt, at } = report;
	const takeBack = presences.change({ instanceId, chatId, senderId, state }, now);
	if (takeBack === null) return;
	addHooks({ onCommit: () => undefined, onRollback: takeBack });
	const data = {
		instanceId,
		chatId,
		senderId,
		from: report.from ?? phoneOfChat(senderId),
		state,
		lastSeenAt: timestampOrNull(lastSeenAt),
		timestamp: timestamp(at),
	};
	await recordEvent(scope, newId, { kind: 'presence.updated', data }, now);
}
