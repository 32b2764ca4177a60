import type { GroupMetadata } from 'baileys';
import { GatewayError } from '../../domain/error.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../../domain/group.ts';
import { chatIdOf } from '../../domain/phone.ts';
import type { NetworkConnection } from '../driver.ts';
import { existingPhones } from './contacts.ts';
import type { Device, OpenLink } from './device.ts';
import type { Identities } from './session/identities.ts';
import { cleaned, cleanedName } from './content/bounded-text.ts';
import { codeOf } from './socket/close-reason.ts';
import { momentOf } from './inbound/moment.ts';
import { unavailable } from './outbound/refusals.ts';

/** The part of a connection that is about groups. */
type GroupCalls = Pick<NetworkConnection, 'listGroups' | 'getGroup' | 'createGroup' | 'changeParticipants'>;

/** Participants a refusal names; a message with all of a thousand numbers helps nobody. */
const NAMED = 20;

/** Codes with which WhatsApp says that there is no such group, or none the account is in. */
const NO_GROUP = new Set([400, 404, 406, 410]);
const NOT_ALLOWED = new Set([401, 403]);

export function groupCalls(device: Device): GroupCalls {
	async function asking<T>(what: string, ask: (link: OpenLink) => Promise<T>): Promise<T> {
		const link = await device.link();
		try {
			return await ask(link);
		} catch (error) {
			if (error instanceof GatewayError || answeredWith(error) !== null) throw error;
			throw unavailable(what, error);
		}
	}

	async function find(link: OpenLink, groupId: string): Promise<NetworkGroup | null> {
		try {
			const group = await networkGroup(device, link.identities, await link.socket.groupMetadata(groupId));
			const picture = await link.socket.profilePictureUrl(groupId, 'image').catch(() => undefined);
			return { ...group, pictureUrl: picture ?? null };
		} catch (error) {
			const code = answeredWith(error);
			if (code !== null && (NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return null;
			throw error;
		}
	}

	return {
		listGroups: () =>
			asking('list the groups', async ({ socket, identities }) => {
				const all = Object.values(await socket.groupFetchAllParticipating());
				return Promise.all(all.map((group) => networkGroup(device, identities, group)));
			}),
		getGroup: (groupId) => asking('show the group', (link) => find(link, groupId)),
		createGroup: ({ name, description, participants }) =>
			asking('create the group', async (link) => {
				const { socket, identities } = link;
				const existing = await existingPhones(socket, participants);
				refuse(participants.filter((phone) => !existing.has(phone)));
				const made = await socket.groupCreate(name, participants.map(chatIdOf));
				const group = await networkGroup(device, identities, await socket.groupMetadata(made.id));
				const members = new Set(group.participants.flatMap(({ id, phone }) => [id, phone]));
				const left = participants.filter((one) => !members.has(one));
				if (left.length > 0) {
					// Nobody asked for a group without them.
					await socket.groupLeave(made.id).catch(() => undefined);
					refuse(left);
				}
				if (description === null) return group;
				await socket.groupUpdateDescription(made.id, description);
				return { ...group, description };
			}),
		changeParticipants: (groupId, action, phones) =>
			asking('change the group', async (link) => {
				try {
					const answers = await link.socket.groupParticipantsUpdate(groupId, phones.map(chatIdOf), action);
					return await refusedAmong(link.identities, action, phones, answers);
				} catch (error) {
					throw await refusalOfChange(link, groupId, error);
				}
			}),
	};

	/** WhatsApp says no to the whole: the instance is not in the group, or not an admin of it. */
	async function refusalOfChange(link: OpenLink, groupId: string, error: unknown): Promise<unknown> {
		const code = answeredWith(error);
		if (code === null || !(NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return error;
		const group = await find(link, groupId);
		if (group !== null && NOT_ALLOWED.has(code)) {
			return new GatewayError(
				'not_admin',
				`The instance is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
			);
		}
		return new GatewayError(
			'group_not_found',
			`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
		);
	}
}

/** The code of WhatsApp's own no, or null where it did not answer. */
function answeredWith(error: unknown): number | null {
	const { data, output } = (error ?? {}) as { data?: unknown; output?: unknown };
	if (typeof data === 'number') return data;
	if (data === undefined || output === undefined) return null;
	const code = codeOf(error);
	return code >= 400 && code < 500 && code !== 408 && code !== 428 ? code : null;
}

async function networkGroup(
	{ clock }: Pick<Device, 'clock'>,
	identities: Identities,
	group: GroupMetadata,
): Promise<NetworkGroup> {
	const { owner, ownerPn } = group;
	return {
		id: group.id,
		name: cleanedName(group.subject),
		description: group.desc === undefined || group.desc === '' ? null : cleaned(group.desc),
		pictureUrl: null,
		owner:
			owner === undefined
				? ''
				: ((await identities.phoneOf(owner, ownerPn)) ?? (await identities.chatIdOf(owner))),
		createdAt: momentOf(group.creation, clock),
		participants: await Promise.all(
			group.participants.map(async ({ id, phoneNumber, admin }) => ({
				id: await identities.chatIdOf(id, phoneNumber),
				phone: await identities.phoneOf(id, phoneNumber),
				isAdmin: admin === 'admin' || admin === 'superadmin',
				isSuperAdmin: admin === 'superadmin',
			})),
		),
		settings: { announce: group.announce === true, restrict: group.restrict === true },
	};
}

/** Why WhatsApp left participants as they were, by phone. */
async function refusedAmong(
	identities: Identities,
	action: GroupAction,
	phones: readonly string[],
	answers: readonly { status: string; jid: string | undefined }[],
): Promise<Map<string, ParticipantRefusal>> {
	const refused = new Map<string, ParticipantRefusal>();
	for (const [index, { status, jid }] of answers.entries()) {
		if (status === '200') continue;
		const told = jid === undefined ? [] : [await identities.phoneOf(jid), await identities.chatIdOf(jid)];
		const phone = phones.find((one) => told.includes(one)) ?? phones[index];
		if (phone !== undefined) refused.set(phone, refusalOfParticipant(status, action));
	}
	return refused;
}

function refusalOfParticipant(status: string, action: GroupAction): ParticipantRefusal {
	if (action !== 'add') return 'not_participant';
	// Also those who let nobody add them: to the group they are as far away as if they were not there.
	return status === '409' ? 'already_participant' : 'not_on_network';
}

function refuse(phones: readonly string[]): void {
	if (phones.length === 0) return;
	const rest = phones.length - NAMED;
	const named = phones.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	throw new GatewayError(
		'invalid_parameters',
		`"participants" are not all on the network, or do not let the instance add them: ${named}. Leave these out.`,
	);
}
