import { answerDevice } from './absent.ts';
import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { contentOf, describe, textIn } from './content.ts';
import { deliver } from '../deliver.ts';
import { isVouchedFor } from './device-identity.ts';
import { readFile } from '../media/files.ts';
import type { Group } from '../groups/groups.ts';
import { parseJid } from '../wire/jid.ts';
import { nameOn, type Habit, type Person } from './people.ts';
import { sendFromPhone } from './phone-outbox.ts';
import { tell } from './receipts.ts';
import type { MessageRule, ReceiptType } from '../rules.ts';
import { learnSenderKey, openGroupMessage, openMessage, type Sealed } from './sessions.ts';
import { bigEndian, stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** A message on its way to a phone. */
export interface Letter {
	id: string;
	sender: Companion;
	/** The chat, as the sender calls it. */
	chat: string;
	group: Group | null;
	/** What is encrypted for this phone alone. */
	sealed: Sealed | null;
	/** What is encrypted for the whole group. */
	groupSealed: Sealed | null;
	/** The identity of the sending device, as it comes along with the first message of a session. */
	identity: Buffer;
	rule: MessageRule;
}

/** How often a phone asks for a message it cannot read. */
const MOST_ATTEMPTS = 5;

const RECEIPTS: Readonly<Record<Habit, readonly ReceiptType[]>> = {
	absent: [],
	blocks: [],
	never_reads: ['delivered'],
	echoes: ['delivered', 'read'],
	refuses_groups: ['delivered', 'read'],
	reads: ['delivered', 'read'],
};

/** A phone receives a message: it decrypts it, shows it, and tells the sender. Never rejects. */
export function receive(world: World, person: Person, letter: Letter): Promise<void> {
	if (person.habit === 'blocks' && person !== letter.sender.person) return Promise.resolve();
	return person.device.inTurn(async () => {
		const unreadable = letter.rule.unreadable === true && person !== letter.sender.person;
		if (unreadable && !person.attempts.has(letter.id)) {
			askAgain(person, letter);
			return;
		}
		let content: Content;
		try {
			content = await open(person, letter);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			world.log.unreadable.push({
				by: person.phone,
				account: letter.sender.person.phone,
				id: letter.id,
				reason,
			});
			askAgain(person, letter);
			return;
		}
		if (person === letter.sender.person) {
			checkCopy(world, letter, content);
			// Not waited for: it takes its own turn, after this one.
			void answerDevice(world, letter.sender, letter.id, contentOf(content));
			return;
		}
		show(world, person, letter, content);
	});
}

async function open(
	person: Person,
	{ sender, group, sealed, groupSealed, identity }: Letter,
): Promise<Content> {
	const from = { lid: sender.person.lid, device: sender.device };
	let content: Content = {};
	if (sealed !== null) {
		if (sealed.type === 'pkmsg') checkIdentity(sender, identity);
		content = await openMessage(person.device, from, sealed);
		const key = content.senderKeyDistributionMessage;
		if (key !== undefined) {
			await learnSenderKey(person.device, key.groupId, from, key.axolotlSenderKeyDistributionMessage);
		}
	}
	if (group === null || groupSealed === null) return content;
	return openGroupMessage(person.device, group.id, from, groupSealed.ciphertext);
}

/** Throws where a device's identity did not come along, or is not signed. */
function checkIdentity(sender: Companion, identity: Buffer): void {
	if (sender.shown?.equals(identity) === true) return;
	if (!isVouchedFor(sender.person, sender.identityKey, identity)) {
		throw new Error('the identity of the device did not come along');
	}
	sender.shown = identity;
}

/** The sender's own phone gets a copy that says whom the message is for; of a group's message, the message. */
function checkCopy(world: World, { id, group, chat, sender }: Letter, content: Content): void {
	if (group !== null || content.protocolMessage !== undefined) return;
	const destination = content.deviceSentMessage?.destinationJid;
	if (destination === chat) return;
	world.log.violations.push(`${sender.person.phone}: the copy of ${id} is for ${destination ?? 'nobody'}`);
}

function show(world: World, person: Person, letter: Letter, content: Content): void {
	const { id, sender, group, rule, chat } = letter;
	if (!person.seen.has(id)) {
		person.seen.add(id);
		const said = contentOf(content);
		const shown = describe(said);
		const bytes = shown.file === null ? null : readFile(world, shown.file);
		if (bytes !== null) world.log.files.set(id, bytes.content);
		world.log.received.push({
			by: person.phone,
			from: sender.person.phone,
			group: group?.id ?? null,
			id,
			type: shown.type,
			text: shown.text,
			quoted: shown.quoted,
			file: bytes?.about ?? null,
			sealed: (letter.groupSealed ?? letter.sealed)?.type ?? '',
		});
		const text = textIn(said);
		if (person.habit === 'echoes' && text !== null) {
			// Not waited for: it takes its own turn, after this one.
			void sendFromPhone(world, person, group?.id ?? sender.person.phone, { conversation: text });
		}
	}
	for (const type of rule.receipts ?? RECEIPTS[person.habit])
		tell(sender, person, { ids: [id], type, chat, group });
}

/** A phone that cannot read a message asks for it again. */
function askAgain(person: Person, { id, sender, chat, group }: Letter): void {
	const attempts = (person.attempts.get(id) ?? 0) + 1;
	person.attempts.set(id, attempts);
	if (attempts > MOST_ATTEMPTS) return;
	const whose =
		group !== null
			? { from: group.id, participant: nameOn(person, group.addressing) }
			: person === sender.person
				? { from: nameOn(person, parseJid(chat).server), recipient: chat }
				: { from: chat };
	deliver(
		sender,
		stanza('receipt', { ...whose, id, type: 'retry', t: timestamp() }, [
			stanza('retry', { count: String(attempts), id, t: timestamp(), v: '1' }),
			stanza('registration', {}, bigEndian(person.device.registrationId, 4)),
		]),
	);
}
