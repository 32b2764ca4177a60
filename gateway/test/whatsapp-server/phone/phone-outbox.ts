import { takeBundle, type Companion } from '../companion.ts';
import { newId, timestamp } from '../connection.ts';
import { fileTypeOf } from './content.ts';
import { deliver } from '../deliver.ts';
import { enc } from './enc.ts';
import type { Group } from '../groups/groups.ts';
import { LIDS, PHONES, SERVER } from '../wire/jid.ts';
import { nameOn, type Person } from './people.ts';
import { body, changes, keepPlaceholder, plaintextOf, type SendOptions } from './send-options.ts';
import { sealGroupMessage, sealMessage, type Address, type Sealed } from './sessions.ts';
import { stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import { personOf, type World } from '../world.ts';

/** A client is asked for more pre-keys when fewer are left. */
const FEW_PRE_KEYS = 5;
/** How many messages a phone keeps, for devices that could not read them. */
const KEPT = 5000;

/** An identifier of a message that a phone sends. */
export function newMessageId(): string {
	return `3EB0${newId().slice(4)}`;
}

/** A phone sends a message to an account or a group; gives its identifier. */
export async function sendFromPhone(
	world: World,
	person: Person,
	to: string,
	content: Content,
	options: SendOptions = {},
): Promise<string> {
	const id = options.id ?? newMessageId();
	const group = world.groups.get(to);
	if (group !== undefined) {
		await person.device.inTurn(() => sendToGroup(world, person, group, id, content, options));
		return id;
	}
	const target = personOf(world, to);
	if (target === null || target.companions.length + person.companions.length === 0) {
		throw new Error(`Nothing is linked to ${to}.`);
	}
	const server = (options.addressing ?? world.addressing) === 'lid' ? LIDS : PHONES;
	const attrs = {
		...headOf(id, person, content),
		from: nameOn(person, server),
		addressing_mode: server === LIDS ? 'lid' : 'pn',
	};
	const alias = otherName(person, server, 'sender');
	keep(person, id, { content, attrs: { ...attrs, ...alias } });
	keepPlaceholder(world, person, id, content, options);
	await person.device.inTurn(async () => {
		for (const companion of target === person ? [] : target.companions) {
			const sealed = await sealFor(person, companion, plaintextOf(content, options));
			const all = { ...attrs, ...alias, ...changes(options) };
			deliver(companion, stanza('message', all, [body(sealed, content, options)]));
		}
		await copyToOwnDevices(person, target, content, attrs);
	});
	return id;
}

/** The devices linked to the sender's own phone are told what it wrote, and to whom. */
async function copyToOwnDevices(
	person: Person,
	target: Person,
	message: Content,
	attrs: Record<string, string> & { addressing_mode: string },
): Promise<void> {
	const byLid = attrs.addressing_mode === 'lid';
	const recipient = nameOn(target, byLid ? LIDS : PHONES);
	const alias = byLid
		? { peer_recipient_pn: nameOn(target, PHONES) }
		: { peer_recipient_lid: nameOn(target, LIDS) };
	const copy: Content = { deviceSentMessage: { destinationJid: recipient, message } };
	for (const companion of person.companions) {
		const sealed = await sealFor(person, companion, copy);
		deliver(companion, stanza('message', { ...attrs, recipient, ...alias }, [enc(sealed, message)]));
	}
}

async function sendToGroup(
	world: World,
	person: Person,
	group: Group,
	id: string,
	content: Content,
	options: SendOptions,
): Promise<void> {
	if (!group.members.has(person.phone)) throw new Error(`${person.phone} is not in ${group.id}.`);
	const self: Address = { lid: person.lid, device: 0 };
	const { sealed, distribution } = await sealGroupMessage(
		person.device,
		group.id,
		self,
		plaintextOf(content, options),
	);
	const attrs = {
		...headOf(id, person, content),
		from: group.id,
		participant: nameOn(person, group.addressing),
		addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
		...otherName(person, group.addressing, 'participant'),
	};
	keep(person, id, { content, attrs });
	keepPlaceholder(world, person, id, content, options);
	const text = body(sealed, content, options);
	const key: Content = {
		senderKeyDistributionMessage: {
			groupId: group.id,
			axolotlSenderKeyDistributionMessage: distribution,
		},
	};
	for (const phone of group.members.keys()) {
		for (const companion of world.people.get(phone)?.companions ?? []) {
			const knows = knowing(person, companion);
			const encs = [text];
			if (!group.keyed.has(knows)) {
				group.keyed.add(knows);
				encs.unshift(enc(await sealFor(person, companion, key), key));
			}
			deliver(companion, stanza('message', { ...attrs, ...changes(options) }, encs));
		}
	}
}

/** How a group remembers that a device has the key of somebody's messages. */
export function knowing(person: Person, companion: Companion): string {
	return `${person.phone} to ${companion.person.phone}.${companion.device}`;
}

/** Encrypts for a linked device; a phone that has no session with it takes one of its pre-keys. */
export async function sealFor(
	person: Person,
	companion: Companion,
	content: Content | Buffer,
): Promise<Sealed> {
	const to = { lid: companion.person.lid, device: companion.device };
	return sealMessage(person.device, to, content, () => bundleOf(companion));
}

/** What is needed to write to a linked device, which is told when it has few pre-keys left. */
export function bundleOf(companion: Companion) {
	const bundle = takeBundle(companion);
	const value = String(companion.preKeys.size);
	if (companion.preKeys.size < FEW_PRE_KEYS && !companion.askedForPreKeys) {
		companion.askedForPreKeys = true;
		const attrs = { from: SERVER, type: 'encrypt', id: newId(), t: timestamp() };
		deliver(companion, stanza('notification', attrs, [stanza('count', { value })]));
	}
	return bundle;
}

/** The other identity of who writes, which the server tells with a message; not of somebody who shows no phone. */
function otherName(person: Person, server: string, whose: 'sender' | 'participant'): Record<string, string> {
	if (server !== LIDS) return { [`${whose}_lid`]: nameOn(person, LIDS) };
	return person.hidden ? {} : { [`${whose}_pn`]: nameOn(person, PHONES) };
}

function headOf(id: string, person: Person, content: Content) {
	const type =
		content.reactionMessage !== undefined ? 'reaction' : fileTypeOf(content) === null ? 'text' : 'media';
	return { id, t: timestamp(), type, notify: person.name };
}

function keep(person: Person, id: string, sent: { content: Content; attrs: Record<string, string> }): void {
	person.sent.set(id, sent);
	if (person.sent.size <= KEPT) return;
	const [oldest] = person.sent.keys();
	if (oldest !== undefined) person.sent.delete(oldest);
}
