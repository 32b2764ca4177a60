import type { Companion } from './companion.ts';
import { timestamp } from './connection.ts';
import { deliver } from './deliver.ts';
import type { Group } from './groups/groups.ts';
import { GROUPS, LIDS, parseJid, PHONES } from './wire/jid.ts';
import { nameOn, type Person } from './phone/people.ts';
import { receive } from './phone/phone-inbox.ts';
import { takeMessageRule, type MessageRule } from './rules.ts';
import type { Sealed } from './phone/sessions.ts';
import { bytesOf, child, children, stanza, type Stanza } from './wire/stanza.ts';
import { personNamed, type World } from './world.ts';

/** A client sends a message: the server acknowledges it, and takes it to the devices it is encrypted for. */
export function takeMessage(world: World, sender: Companion, said: Stanza): void {
	const { id = '', to = '' } = said.attrs;
	const { server } = parseJid(to);
	const group = server === GROUPS ? (world.groups.get(to) ?? null) : null;
	const person = server === GROUPS ? null : personNamed(world, to);
	world.log.messages += 1;

	const rule = takeMessageRule(world, sender, person?.phone ?? to);
	if (rule.ack === 'none') return;
	const isLost = rule.ack === 'lost';
	const error = typeof rule.ack === 'number' ? rule.ack : refusalOf(sender, person, group);
	const acknowledge = () => {
		const attrs = { class: 'message', id, from: to, t: timestamp() };
		const answer = stanza('ack', { ...attrs, ...(error === null ? {} : { error: String(error) }) });
		if (!isLost) sender.connection?.send(answer);
		if (error !== null) return;
		if (group === null) carry(world, sender, said, rule);
		else carryToGroup(world, sender, said, group, rule);
	};
	if (rule.delay === undefined) acknowledge();
	else setTimeout(acknowledge, rule.delay);
}

/** Why the server does not take a message: nobody is there, or the sender is not in the group. */
function refusalOf(sender: Companion, person: Person | null, group: Group | null): number | null {
	if (group === null) return person === null ? 404 : null;
	return group.members.has(sender.person.phone) ? null : 403;
}

/** A message for one person: each of their devices has its own copy, and so has the sender's phone. */
function carry(world: World, sender: Companion, said: Stanza, rule: MessageRule): void {
	const { id = '', to = '', recipient } = said.attrs;
	const copies = children(child(said, 'participants'), 'to').map((one) => ({
		name: one.attrs.jid ?? '',
		enc: child(one, 'enc'),
	}));
	const direct = child(said, 'enc');
	if (direct !== undefined) copies.push({ name: to, enc: direct });
	const target = parseJid(to).user;
	if (!copies.some(({ name }) => parseJid(name).user === target)) {
		world.log.violations.push(`message ${id} is not encrypted for ${to}`);
	}
	for (const { name, enc } of copies) {
		const person = personNamed(world, name);
		if (person === null || enc === undefined) continue;
		const { device, server } = parseJid(name);
		if (device === 0) {
			const chat = recipient ?? to;
			void receive(world, person, {
				id,
				sender,
				chat: chat.replace(/:\d+@/, '@'),
				group: null,
				sealed: sealedIn(enc),
				groupSealed: null,
				identity: bytesOf(child(said, 'device-identity')),
				rule,
			});
		} else {
			const from = nameOn(sender.person, server, sender.device);
			forward(person, device, said, { from, ...alias(sender.person, server, 'sender') }, [enc]);
		}
	}
}

/** A message for a group: one text for all, and its key for those who do not have it yet. */
function carryToGroup(world: World, sender: Companion, said: Stanza, group: Group, rule: MessageRule): void {
	const { id = '' } = said.attrs;
	const keys = new Map<string, Stanza>();
	for (const one of children(child(said, 'participants'), 'to')) {
		const person = personNamed(world, one.attrs.jid ?? '');
		const enc = child(one, 'enc');
		if (person === null || enc === undefined) continue;
		keys.set(`${person.phone}.${parseJid(one.attrs.jid ?? '').device}`, enc);
	}
	const text = child(said, 'enc');
	const only = said.attrs.participant;
	const members = only === undefined ? group.members.keys() : [personNamed(world, only)?.phone ?? ''];
	for (const phone of members) {
		const person = world.people.get(phone);
		if (person === undefined) continue;
		const key = only === undefined ? keys.get(`${phone}.0`) : text;
		void receive(world, person, {
			id,
			sender,
			chat: group.id,
			group,
			sealed: key === undefined ? null : sealedIn(key),
			groupSealed: only !== undefined || text === undefined ? null : sealedIn(text),
			identity: bytesOf(child(said, 'device-identity')),
			rule,
		});
		for (const { device } of person.companions) {
			if (person === sender.person && device === sender.device) continue;
			const encs = [keys.get(`${phone}.${device}`), text].filter((one) => one !== undefined);
			const names = {
				from: group.id,
				participant: nameOn(sender.person, group.addressing, sender.device),
				addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
				...alias(sender.person, group.addressing, 'participant'),
			};
			forward(person, device, said, names, encs);
		}
	}
}

/** Takes a copy to a linked device of another account. */
function forward(
	person: Person,
	device: number,
	said: Stanza,
	names: Record<string, string>,
	encs: readonly Stanza[],
): void {
	const companion = person.companions.find((one) => one.device === device);
	if (companion === undefined) return;
	const { id, type } = said.attrs;
	const identity = child(said, 'device-identity');
	const content = [...encs, ...(identity === undefined ? [] : [identity])];
	deliver(companion, stanza('message', { ...names, id, type, t: timestamp() }, content));
}

/** The other identity of a sender. */
function alias(person: Person, server: string, whose: 'sender' | 'participant'): Record<string, string> {
	if (person.hidden) return {};
	return server === LIDS
		? { [`${whose}_pn`]: nameOn(person, PHONES) }
		: { [`${whose}_lid`]: nameOn(person, LIDS) };
}

function sealedIn(enc: Stanza): Sealed {
	return { type: enc.attrs.type as Sealed['type'], ciphertext: bytesOf(enc) };
}
