import { answerPeerRequest } from './outbox/placeholder-resend.ts';
import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { contentOf, describe, textIn } from './content.ts';
import { deliver } from '../deliver.ts';
import { isSignedDeviceIdentity } from './device-identity.ts';
import { readFile } from '../media/files.ts';
import type { Group } from '../groups/groups.ts';
import { parseJid } from '../wire/jid.ts';
import { jidOf, type Behavior, type Person } from './people.ts';
import { applyChange } from './received-change.ts';
import { storePoll } from './polls.ts';
import { sendFromPhone } from './outbox/phone-outbox.ts';
import { sendReceipts } from './receipts.ts';
import type { MessageRule, ReceiptType } from '../rules.ts';
import { processSenderKey, decryptGroupMessage, decryptMessage, type EncryptedMessage } from './sessions.ts';
import { bigEndian, stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** A message on its way to a phone. */
export interface IncomingMessage {
	id: string;
	sender: Companion;
	/** The chat from the sender's point of view. */
	chat: string;
	group: Group | null;
	/** The ciphertext for this phone alone. */
	encrypted: EncryptedMessage | null;
	/** The ciphertext for the whole group. */
	encryptedForGroup: EncryptedMessage | null;
	/** The signed identity of the sending device, from the first message of a session. */
	identity: Buffer;
	rule: MessageRule;
	/** The code of an edit or a deletion in the stanza. */
	edit: string | null;
}

/** Retry receipts a phone sends for one message. */
const MAX_RETRY_RECEIPTS = 5;

const RECEIPTS: Readonly<Record<Behavior, readonly ReceiptType[]>> = {
	absent: [],
	blocks: [],
	never_reads: ['delivered'],
	echoes: ['delivered', 'read'],
	refuses_groups: ['delivered', 'read'],
	reads: ['delivered', 'read'],
};

/** Decrypts a message with a phone, records it and sends receipts. Never rejects. */
export function receive(world: World, person: Person, message: IncomingMessage): Promise<void> {
	if (person.behavior === 'blocks' && person !== message.sender.person) return Promise.resolve();
	return person.device.runExclusive(async () => {
		const unreadable = message.rule.unreadable === true && person !== message.sender.person;
		if (unreadable && !person.attempts.has(message.id)) {
			sendRetryReceipt(person, message);
			return;
		}
		let content: Content;
		try {
			content = await decrypt(person, message);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			world.log.unreadable.push({
				by: person.phone,
				account: message.sender.person.phone,
				id: message.id,
				reason,
			});
			sendRetryReceipt(person, message);
			return;
		}
		if (person === message.sender.person) {
			checkCopy(world, message, content);
			// Not awaited: it runs after this task.
			void answerPeerRequest(world, message.sender, message.id, contentOf(content));
			return;
		}
		record(world, person, message, content);
	});
}

async function decrypt(
	person: Person,
	{ sender, group, encrypted, encryptedForGroup, identity }: IncomingMessage,
): Promise<Content> {
	const from = { lid: sender.person.lid, device: sender.device };
	let content: Content = {};
	if (encrypted !== null) {
		if (encrypted.type === 'pkmsg') checkIdentity(sender, identity);
		content = await decryptMessage(person.device, from, encrypted);
		const key = content.senderKeyDistributionMessage;
		if (key !== undefined) {
			await processSenderKey(person.device, key.groupId, from, key.axolotlSenderKeyDistributionMessage);
		}
	}
	if (group === null || encryptedForGroup === null) return content;
	return decryptGroupMessage(person.device, group.id, from, encryptedForGroup.ciphertext);
}

/** Throws when the identity of a device is missing or not signed. */
function checkIdentity(sender: Companion, identity: Buffer): void {
	if (sender.verifiedIdentity?.equals(identity) === true) return;
	if (!isSignedDeviceIdentity(sender.person, sender.identityKey, identity)) {
		throw new Error('the identity of the device did not come along');
	}
	sender.verifiedIdentity = identity;
}

/** Checks that the copy for the sender's own phone names the recipient, except for group messages. */
function checkCopy(world: World, { id, group, chat, sender }: IncomingMessage, content: Content): void {
	if (group !== null || content.protocolMessage !== undefined) return;
	const destination = content.deviceSentMessage?.destinationJid;
	if (destination === chat) return;
	world.log.violations.push(`${sender.person.phone}: the copy of ${id} is for ${destination ?? 'nobody'}`);
}

function record(world: World, person: Person, message: IncomingMessage, content: Content): void {
	const { id, sender, group, rule, chat } = message;
	const isChange = applyChange(world, person, message, contentOf(content));
	if (!isChange && !person.seen.has(id)) {
		person.seen.add(id);
		const inner = contentOf(content);
		const shown = describe(inner);
		storePoll(world, id, sender.person, inner);
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
			details: shown.details,
			...{ reaction: null, isEdited: false, isDeleted: false },
			file: bytes?.about ?? null,
			ciphertextType: (message.encryptedForGroup ?? message.encrypted)?.type ?? '',
		});
		const text = textIn(inner);
		if (person.behavior === 'echoes' && text !== null) {
			// Not awaited: it runs after this task.
			void sendFromPhone(world, person, group?.id ?? sender.person.phone, { conversation: text });
		}
	}
	for (const type of rule.receipts ?? RECEIPTS[person.behavior])
		sendReceipts(sender, person, { ids: [id], type, chat, group });
}

/** Sends a retry receipt for a message that the phone cannot decrypt. */
function sendRetryReceipt(person: Person, { id, sender, chat, group }: IncomingMessage): void {
	const attempts = (person.attempts.get(id) ?? 0) + 1;
	person.attempts.set(id, attempts);
	if (attempts > MAX_RETRY_RECEIPTS) return;
	const whose =
		group !== null
			? { from: group.id, participant: jidOf(person, group.addressing) }
			: person === sender.person
				? { from: jidOf(person, parseJid(chat).server), recipient: chat }
				: { from: chat };
	deliver(
		sender,
		stanza('receipt', { ...whose, id, type: 'retry', t: timestamp() }, [
			stanza('retry', { count: String(attempts), id, t: timestamp(), v: '1' }),
			stanza('registration', {}, bigEndian(person.device.registrationId, 4)),
		]),
	);
}
