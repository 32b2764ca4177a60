import type { GroupMetadata } from 'baileys';
import type { NetworkGroup } from '../../../domain/chats/group.ts';
import { sanitizeName, sanitizeText } from '../content/sanitize-text.ts';
import type { Device } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { timestampOf } from '../inbound/message/timestamp.ts';

/** Converts Baileys' metadata of a group. The picture is not part of it. */
export async function networkGroup(
	{ clock }: Pick<Device, 'clock'>,
	identities: Identities,
	group: GroupMetadata,
): Promise<NetworkGroup> {
	const { owner, ownerPn } = group;
	return {
		id: group.id,
		name: sanitizeName(group.subject),
		description: group.desc === undefined || group.desc === '' ? null : sanitizeText(group.desc),
		pictureUrl: null,
		owner:
			owner === undefined
				? ''
				: ((await identities.phoneOf(owner, ownerPn)) ?? (await identities.chatIdOf(owner))),
		createdAt: timestampOf(group.creation, clock),
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
