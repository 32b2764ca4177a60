import type { BinaryNode } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { GroupActor, GroupChangeReport, NetworkEvent } from '../../network-event.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { accountOf, isOwnJid } from '../identity/account.ts';
import type { Identities } from '../identity/identities.ts';
import { createRecentIds } from '../inbound/recent-ids.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';
import { timestampOf } from '../inbound/message/timestamp.ts';
import { authorOf, groupChangesIn, type GroupChangeInStanza, type NamedPerson } from './group-changes.ts';

/** The key, in the session, of the ids of the notifications that were reported last. */
const REPORTED_KEY = 'whatsapp-web.group-notifications';
const TYPES: ReadonlySet<string | undefined> = new Set(['w:gp2', 'picture']);

/** Returns a function that attaches the reports of what changes in groups to a connection. */
export function createGroupChanges(device: Device): (connection: DeviceConnection) => void {
	const { baileys, unitOfWork, clock } = device;
	const reported = createRecentIds(unitOfWork, REPORTED_KEY);
	/** The reports in progress, by group: changes are reported in their order. */
	const lanes = createKeyedQueue();

	async function record(
		connection: DeviceConnection,
		node: BinaryNode,
		{ groupId, changes }: { groupId: string; changes: readonly GroupChangeInStanza[] },
	): Promise<void> {
		const id = `${groupId} ${node.attrs.id ?? ''}`.slice(0, 200);
		if (changes.length === 0 || (await reported.has(id))) return;
		const author = authorOf(baileys, node, changes);
		const actor = await actorOf(device, connection.identities, author);
		const groupName = device.groupNames.nameOf(connection, groupId);
		const base = {
			groupId,
			...(groupName === null ? {} : { groupName }),
			actor,
			at: timestampOf(node.attrs.t, clock),
		};
		const events: NetworkEvent[] = [];
		for (const change of changes) {
			const report = await reportOf(device, connection.identities, base, change);
			events.push({ kind: 'group_change', change: report });
		}
		unitOfWork.addEvents(events);
		reported.add(id);
	}

	return (connection) => {
		recordBeforeBaileys(device, connection, 'CB:notification', (node) => {
			const { type, from = '' } = node.attrs;
			if (!TYPES.has(type) || !isGroupJid(from)) return null;
			const changes = groupChangesIn(baileys, node);
			for (const change of changes) {
				const name = change.change === 'settings' ? change.settings.name : undefined;
				if (name !== undefined) device.groupNames.rename(from, name);
			}
			return lanes.run(from, () => record(connection, node, { groupId: from, changes }));
		});
	};
}

type Base = Pick<GroupChangeReport, 'groupId' | 'groupName' | 'actor' | 'at'>;

async function reportOf(
	device: Device,
	identities: Identities,
	base: Base,
	change: GroupChangeInStanza,
): Promise<GroupChangeReport> {
	switch (change.change) {
		case 'settings': {
			const { name } = change.settings;
			return { ...base, ...change, ...(name === undefined ? {} : { groupName: name }) };
		}
		case 'participants':
			return { ...base, ...change, participants: await namesOf(identities, change.participants) };
		case 'entered': {
			const { id } = accountOf(device);
			const participants = await namesOf(identities, [{ jid: id, alternative: null }]);
			return { ...base, change: 'participants', action: change.action, participants };
		}
	}
}

async function actorOf(
	device: Device,
	identities: Identities,
	author: NamedPerson | null,
): Promise<GroupActor> {
	if (author === null) return { senderId: null, from: null, isFromMe: false };
	const isFromMe = isOwnJid(device, author.jid);
	const named: NamedPerson = isFromMe ? { jid: accountOf(device).id, alternative: null } : author;
	const [person] = await namesOf(identities, [named]);
	return { senderId: person?.id ?? null, from: person?.phone ?? null, isFromMe };
}

function namesOf(
	identities: Identities,
	people: readonly NamedPerson[],
): Promise<{ id: string; phone: string | null }[]> {
	return Promise.all(
		people.map(async ({ jid, alternative }) => ({
			id: await identities.chatIdOf(jid, alternative),
			phone: await identities.phoneOf(jid, alternative),
		})),
	);
}
