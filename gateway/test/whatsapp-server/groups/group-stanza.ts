import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import type { Group, Role } from './groups.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { jidOf, type Person } from '../phone/people.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { personByPhone, type World } from '../world.ts';

/** Why a participant was not changed. */
export type ParticipantError = '403' | '404' | '405' | '409';

/** Returns the stanza of a group with its members and, for a new group, the participants that could not be added. */
export function groupStanza(
	world: World,
	group: Group,
	refused: readonly { name: string; error: ParticipantError }[] = [],
): Stanza {
	const creator = personByPhone(world, group.creator);
	const members = [...group.members].map(([phone, role]) => member(world, group, phone, role));
	const { description } = group;
	return stanza(
		'group',
		{
			id: group.id.replace(/@.*/, ''),
			subject: group.subject,
			s_t: group.createdAt,
			creation: group.createdAt,
			size: String(group.members.size),
			addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
			...(creator === null
				? {}
				: { creator: jidOf(creator, group.addressing), ...phoneOf('creator', creator) }),
		},
		[
			...members,
			...flagsOf(group),
			...refused.map(({ name, error }) => stanza('participant', { jid: name, error })),
			...(description === null
				? []
				: [
						stanza('description', { id: description.id, t: description.at }, [
							stanza('body', {}, Buffer.from(description.text)),
						]),
					]),
		],
	);
}

/** The attribute with the phone number of a person, unless it is hidden. */
function phoneOf(whose: 'creator' | 'participant', person: Person): Record<string, string> {
	return person.hidden ? {} : { [`${whose}_pn`]: jidOf(person, PHONES) };
}

function member(world: World, group: Group, phone: string, role: Role): Stanza {
	const person = personByPhone(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return participant(group, person, role === 'member' ? {} : { type: role });
}

/** Returns the stanza of a participant with both identities. */
export function participant(group: Group, person: Person, more: Record<string, string> = {}): Stanza {
	const phone = person.hidden ? {} : { phone_number: jidOf(person, PHONES) };
	const other = group.addressing === LIDS ? phone : { lid: jidOf(person, LIDS) };
	return stanza('participant', { jid: jidOf(person, group.addressing), ...other, ...more });
}

/** Notifies the members of a group, and the given phones, of a change. */
export function notifyMembers(
	world: World,
	group: Group,
	by: Person,
	change: Stanza,
	besides: readonly string[] = [],
	/** Phones that come into the group: they get the whole group in place of the change. */
	entering: readonly string[] = [],
): void {
	// Of people who join by an invite, WhatsApp does not name the author.
	const isInvite = change.attrs.reason === 'invite';
	const attrs = {
		from: group.id,
		type: 'w:gp2',
		...(isInvite
			? { notify: 'invite' }
			: {
					notify: by.name,
					participant: jidOf(by, group.addressing),
					...(group.addressing === LIDS ? phoneOf('participant', by) : {}),
				}),
		addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
		t: timestamp(),
	};
	for (const phone of new Set([...group.members.keys(), ...besides])) {
		for (const companion of world.people.get(phone)?.companions ?? []) {
			const { reason } = change.attrs;
			const content = entering.includes(phone)
				? stanza('create', { reason }, [groupStanza(world, group)])
				: change;
			deliver(companion, stanza('notification', { ...attrs, id: newId() }, [content]));
		}
	}
}

/** The settings in the stanza of a group. */
function flagsOf({ announce, restrict }: Group): Stanza[] {
	return [...(announce ? [stanza('announcement')] : []), ...(restrict ? [stanza('locked')] : [])];
}
