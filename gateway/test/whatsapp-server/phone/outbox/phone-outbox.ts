import { takePreKeyBundle, type Companion } from '../../companion.ts';
import { newId, timestamp } from '../../connection.ts';
import { editCodeOf, stanzaTypeOf } from '../content.ts';
import { deliver } from '../../deliver.ts';
import { enc } from './enc.ts';
import type { Group } from '../../groups/groups.ts';
import { LIDS, PHONES, SERVER } from '../../wire/jid.ts';
import { jidOf, type Person } from '../people.ts';
import { body, changes, storePlaceholder, plaintextOf, type SendOptions } from './send-options.ts';
import { encryptGroupMessage, encryptMessage, type Address, type EncryptedMessage } from '../sessions.ts';
import { stanza } from '../../wire/stanza.ts';
import type { Content } from '../../wire/wire.ts';
import { personByPhone, type World } from '../../world.ts';

/** The server requests prekeys when a client has fewer left. */
const FEW_PRE_KEYS = 5;
/** Sent messages that a phone stores for retry receipts. */
const MAX_STORED = 5000;

/** Returns a new id of a phone's message. */
export function newMessageId(): string {
	return `3EB0${newId().slice(4)}`;
}

/** Sends a message from a phone to an account or a group; returns its id. */
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
		await person.device.runExclusive(() => sendToGroup(world, person, group, id, content, options));
		return id;
	}
	const target = personByPhone(world, to);
	if (target === null || target.companions.length + person.companions.length === 0) {
		throw new Error(`Nothing is linked to ${to}.`);
	}
	const server = (options.addressing ?? world.addressing) === 'lid' ? LIDS : PHONES;
	const attrs = {
		...commonAttrs(id, person, content),
		from: jidOf(person, server),
		addressing_mode: server === LIDS ? 'lid' : 'pn',
	};
	const alias = otherIdentity(person, server, 'sender');
	storeSent(person, id, { content, attrs: { ...attrs, ...alias } });
	storePlaceholder(world, person, id, content, options);
	await person.device.runExclusive(async () => {
		for (const companion of target === person || target.blocked.has(person.phone) ? [] : target.companions) {
			const encrypted = await encryptFor(person, companion, plaintextOf(content, options));
			const all = { ...attrs, ...alias, ...changes(options) };
			deliver(companion, stanza('message', all, [body(encrypted, content, options)]));
		}
		await copyToOwnDevices(person, target, content, attrs, changes({ attrs: options.copyAttrs ?? {} }));
	});
	return id;
}

/** Sends the companion devices of the sender's phone a copy that names the recipient. */
async function copyToOwnDevices(
	person: Person,
	target: Person,
	message: Content,
	attrs: Record<string, string> & { addressing_mode: string },
	changed: Record<string, string | undefined>,
): Promise<void> {
	const byLid = attrs.addressing_mode === 'lid';
	const recipient = jidOf(target, byLid ? LIDS : PHONES);
	const alias = byLid
		? { peer_recipient_pn: jidOf(target, PHONES) }
		: { peer_recipient_lid: jidOf(target, LIDS) };
	const { messageContextInfo, ...inner } = message;
	const copy: Content = {
		deviceSentMessage: { destinationJid: recipient, message: inner },
		// Phones put it beside the copy, not into it.
		...(messageContextInfo === undefined ? {} : { messageContextInfo }),
	};
	for (const companion of person.companions) {
		const encrypted = await encryptFor(person, companion, copy);
		const all = { ...attrs, recipient, ...alias, ...changed };
		deliver(companion, stanza('message', all, [enc(encrypted, message)]));
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
	const { encrypted, distribution } = await encryptGroupMessage(
		person.device,
		group.id,
		self,
		plaintextOf(content, options),
	);
	const attrs = {
		...commonAttrs(id, person, content),
		from: group.id,
		participant: jidOf(person, group.addressing),
		addressing_mode: group.addressing === LIDS ? 'lid' : 'pn',
		...otherIdentity(person, group.addressing, 'participant'),
	};
	storeSent(person, id, { content, attrs });
	storePlaceholder(world, person, id, content, options);
	const text = body(encrypted, content, options);
	const key: Content = {
		senderKeyDistributionMessage: {
			groupId: group.id,
			axolotlSenderKeyDistributionMessage: distribution,
		},
	};
	for (const phone of group.members.keys()) {
		for (const companion of world.people.get(phone)?.companions ?? []) {
			const holder = senderKeyHolder(person, companion);
			const encs = [text];
			if (!group.senderKeyHolders.has(holder)) {
				group.senderKeyHolders.add(holder);
				encs.unshift(enc(await encryptFor(person, companion, key), key));
			}
			deliver(companion, stanza('message', { ...attrs, ...changes(options) }, encs));
		}
	}
}

/** Returns the entry of a device that has a person's sender key. */
export function senderKeyHolder(person: Person, companion: Companion): string {
	return `${person.phone} to ${companion.person.phone}.${companion.device}`;
}

/** Encrypts for a companion device, with a prekey bundle when there is no session yet. */
export async function encryptFor(
	person: Person,
	companion: Companion,
	content: Content | Buffer,
): Promise<EncryptedMessage> {
	const to = { lid: companion.person.lid, device: companion.device };
	return encryptMessage(person.device, to, content, () => bundleOf(companion));
}

/** Returns the prekey bundle of a device, and requests prekeys from it when few are left. */
export function bundleOf(companion: Companion) {
	const bundle = takePreKeyBundle(companion);
	const value = String(companion.preKeys.size);
	if (companion.preKeys.size < FEW_PRE_KEYS && !companion.requestedPreKeys) {
		companion.requestedPreKeys = true;
		const attrs = { from: SERVER, type: 'encrypt', id: newId(), t: timestamp() };
		deliver(companion, stanza('notification', attrs, [stanza('count', { value })]));
	}
	return bundle;
}

/** The attribute with the sender's other identity, which is absent when the phone is hidden. */
function otherIdentity(
	person: Person,
	server: string,
	whose: 'sender' | 'participant',
): Record<string, string> {
	if (server !== LIDS) return { [`${whose}_lid`]: jidOf(person, LIDS) };
	return person.hidden ? {} : { [`${whose}_pn`]: jidOf(person, PHONES) };
}

function commonAttrs(id: string, person: Person, content: Content) {
	const edit = editCodeOf(content);
	return {
		id,
		t: timestamp(),
		type: stanzaTypeOf(content),
		notify: person.name,
		...(edit === null ? {} : { edit }),
	};
}

function storeSent(
	person: Person,
	id: string,
	sent: { content: Content; attrs: Record<string, string> },
): void {
	person.sent.set(id, sent);
	if (person.sent.size <= MAX_STORED) return;
	const [oldest] = person.sent.keys();
	if (oldest !== undefined) person.sent.delete(oldest);
}
