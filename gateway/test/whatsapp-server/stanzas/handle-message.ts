import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import type { Group } from '../groups/groups.ts';
import { GROUPS, LIDS, parseJid, PHONES } from '../wire/jid.ts';
import { jidOf, type Person } from '../phone/people.ts';
import { receive } from '../phone/phone-inbox.ts';
import { takeMessageRule, type MessageRule } from '../rules.ts';
import type { EncryptedMessage } from '../phone/sessions.ts';
import { bytesOf, child, children, stanza, type Stanza } from '../wire/stanza.ts';
import { personByJid, type World } from '../world.ts';

/** Acknowledges a client's message and delivers it to the devices it is encrypted for. */
export function handleMessage(world: World, sender: Companion, incoming: Stanza): void {
	const { id = '', to = '' } = incoming.attrs;
	const { server } = parseJid(to);
	const group = server === GROUPS ? (world.groups.get(to) ?? null) : null;
	const person = server === GROUPS ? null : personByJid(world, to);
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
		if (group === null) deliverToPerson(world, sender, incoming, rule);
		else deliverToGroup(world, sender, incoming, group, rule);
	};
	if (rule.delay === undefined) acknowledge();
	else setTimeout(acknowledge, rule.delay);
}

/** Returns the error for an unknown recipient or a sender outside of the group; null for a valid message. */
function refusalOf(sender: Companion, person: Person | null, group: Group | null): number | null {
	if (group === null) return person === null ? 404 : null;
	return group.members.has(sender.person.phone) ? null : 403;
}

/** Delivers a message for one person: each of their devices and the sender's phone have a ciphertext of their own. */
function deliverToPerson(world: World, sender: Companion, incoming: Stanza, rule: MessageRule): void {
	const { id = '', to = '', recipient } = incoming.attrs;
	const copies = children(child(incoming, 'participants'), 'to').map((one) => ({
		name: one.attrs.jid ?? '',
		enc: child(one, 'enc'),
	}));
	const direct = child(incoming, 'enc');
	if (direct !== undefined) copies.push({ name: to, enc: direct });
	const target = parseJid(to).user;
	if (!copies.some(({ name }) => parseJid(name).user === target)) {
		world.log.violations.push(`message ${id} is not encrypted for ${to}`);
	}
	for (const { name, enc } of copies) {
		const person = personByJid(world, name);
		if (person === null || enc === undefined) continue;
		const { device, server } = parseJid(name);
		if (device === 0) {
			const chat = recipient ?? to;
			void receive(world, person, {
				id,
				sender,
				chat: chat.replace(/:\d+@/, '@'),
				group: null,
				encrypted: encryptedIn(enc),
				encryptedForGroup: null,
				identity: bytesOf(child(incoming, 'device-identity')),
				rule,
				edit: incoming.attrs.edit ?? null,
			});
		} else {
			const from = jidOf(sender.person, server, sender.device);
			forward(person, device, incoming, { from, ...otherIdentity(sender.person, server, 'sender') }, [enc]);
		}
	}
}

/** Delivers a message for a group: one ciphertext for all, and the sender key for those who do not have it yet. */
function deliverToGroup(
	world: World,
	sender: Companion,
	incoming: Stanza,
	group: Group,
	rule: MessageRule,
): void {
	const { id = '' } = incoming.attrs;
	const keys = new Map<string, Stanza>();
	for (const one of children(child(incoming, 'participants'), 'to')) {
		const person = personByJid(world, one.attrs.jid ?? '');
		const enc = child(one, 'enc');
		if (person === null || enc === undefined) continue;
		keys.set(`${person.phone}.${parseJid(one.attrs.jid ?? '').device}`, enc);
	}
	const text = child(incoming, 'enc');
	const only = incoming.attrs.participant;
	const members = only === undefined ? group.members.keys() : [personByJid(world, only)?.phone ?? ''];
	for (const phone of members) {
		const person = world.people.get(phone);
		if (person === undefined) continue;
		const key = only === undefined ? keys.get(`${phone}.0`) : text;
		void receive(world, person, {
			id,
			sender,
			chat: group.id,
			group,
			encrypted: key === undefined ? null : encryptedIn(key),
			encryptedForGroup: only !== undefined || text === undefined ? null : encryptedIn(text),
			identity: bytesOf(child(incoming, 'device-identity')),
			rule,
			edit: incoming.attrs.edit ?? null,
		});
		for (const { device } of person.companions) {
			if (person === sender.person && device === sender.device) continue;
			const encs = [keys.get(`${phone}.${device}`), text].filter((one) => one !== undefined);
			const names = {
				from: group.id,
				participant: jidOf(sender.person, group.addressing, sender.device),
				addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
				...otherIdentity(sender.person, group.addressing, 'participant'),
			};
			forward(person, device, incoming, names, encs);
		}
	}
}

/** Forwards a ciphertext to a companion device. */
function forward(
	person: Person,
	device: number,
	incoming: Stanza,
	names: Record<string, string>,
	encs: readonly Stanza[],
): void {
	const companion = person.companions.find((one) => one.device === device);
	if (companion === undefined) return;
	const { id, type, edit } = incoming.attrs;
	const identity = child(incoming, 'device-identity');
	const content = [...encs, ...(identity === undefined ? [] : [identity])];
	deliver(companion, stanza('message', { ...names, id, type, edit, t: timestamp() }, content));
}

/** The attribute with the sender's other identity. */
function otherIdentity(
	person: Person,
	server: string,
	whose: 'sender' | 'participant',
): Record<string, string> {
	if (person.hidden) return {};
	return server === LIDS
		? { [`${whose}_pn`]: jidOf(person, PHONES) }
		: { [`${whose}_lid`]: jidOf(person, LIDS) };
}

function encryptedIn(enc: Stanza): EncryptedMessage {
	return { type: enc.attrs.type as EncryptedMessage['type'], ciphertext: bytesOf(enc) };
}
