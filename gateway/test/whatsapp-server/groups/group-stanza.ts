import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import type { Group, Role } from './groups.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { nameOn, type Person } from '../phone/people.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { personOf, type World } from '../world.ts';

/** Why somebody was not added, removed, made an admin. */
export type ParticipantError = '403' | '404' | '405' | '409';

/** A group, with its members; and, where it was just made, who could not be added. */
export function describeGroup(
	world: World,
	group: Group,
	refused: readonly { name: string; error: ParticipantError }[] = [],
): Stanza {
	const creator = personOf(world, group.creator);
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
				: { creator: nameOn(creator, group.addressing), ...phoneOf('creator', creator) }),
		},
		[
			...members,
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

/** The attribute that tells the phone of somebody, where it may be told. */
function phoneOf(whose: 'creator' | 'participant', person: Person): Record<string, string> {
	return person.hidden ? {} : { [`${whose}_pn`]: nameOn(person, PHONES) };
}

function member(world: World, group: Group, phone: string, role: Role): Stanza {
	const person = personOf(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return participant(group, person, role === 'member' ? {} : { type: role });
}

/** Somebody in a group, by both identities. */
export function participant(group: Group, person: Person, more: Record<string, string> = {}): Stanza {
	const phone = person.hidden ? {} : { phone_number: nameOn(person, PHONES) };
	const other = group.addressing === LIDS ? phone : { lid: nameOn(person, LIDS) };
	return stanza('participant', { jid: nameOn(person, group.addressing), ...other, ...more });
}

/** Tells everybody in a group, and those named besides, what somebody did to it. */
export function announce(
	world: World,
	group: Group,
	by: Person,
	change: Stanza,
	besides: readonly string[] = [],
): void {
	const attrs = {
		from: group.id,
		type: 'w:gp2',
		participant: nameOn(by, group.addressing),
		...(group.addressing === LIDS ? phoneOf('participant', by) : {}),
		addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
		notify: by.name,
		t: timestamp(),
	};
	for (const phone of new Set([...group.members.keys(), ...besides])) {
		for (const companion of world.people.get(phone)?.companions ?? []) {
			deliver(companion, stanza('notification', { ...attrs, id: newId() }, [change]));
		}
	}
}
