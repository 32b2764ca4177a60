import type { BinaryNode, WAMessage, WAMessageKey, WASocket } from 'baileys';
import type { NetworkEvent } from '../../../network-event.ts';
import { accountOf, isOwnJid } from '../../identity/account.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { isLid, userOf } from '../../identity/jid.ts';
import { changeIn, type ReceivedChange } from '../../changes/received-change.ts';
import { rememberPoll } from '../../changes/remember-poll.ts';
import type { Inbox } from '../inbox.ts';
import { incomingContentOf, type RemoteFile } from '../../content/incoming-content.ts';
import { incomingMessageOf } from '../message/incoming-message.ts';
import { echoedMessageOf } from '../message/echoed-message.ts';
import { withOwnSenderKeys } from './sender-keys.ts';

/** A message that a connection received, encrypted or not. */
export interface ReceivedMessage {
	connection: DeviceConnection;
	node: BinaryNode;
	message: WAMessage;
	/** The JID of the sender. */
	author: string;
}

/** A message after an attempt to decrypt it. */
export interface DecryptedMessage extends ReceivedMessage {
	/** The event to report, without the file, which is downloaded later; null: there is nothing to report. */
	event: NetworkEvent | null;
	file: RemoteFile | null;
	/** The change of another message; its event is created after that message is recorded. */
	change: ReceivedChange | null;
}

/** Decodes the stanza of a message, without decrypting its content. */
export function decodeMessage(
	device: Device,
	connection: DeviceConnection,
	node: BinaryNode,
): ReceivedMessage {
	return { connection, node, ...decoded(device, node) };
}

/** The key of a message, decoded from its stanza. */
export function decodeKey(device: Device, node: BinaryNode): WAMessageKey {
	return decoded(device, node).message.key;
}

function decoded(device: Device, node: BinaryNode): Pick<ReceivedMessage, 'message' | 'author'> {
	const { id, lid } = accountOf(device);
	const { fullMessage: message, author } = device.baileys.decodeMessageNode(node, id, lid);
	correctFromMe(device, message, author);
	return { message, author };
}

/** Decrypts a message and adds it to the inbox. Check the result with `isUndecryptable`. */
export async function decryptMessage(
	device: Device,
	inbox: Inbox,
	connection: DeviceConnection,
	node: BinaryNode,
): Promise<DecryptedMessage> {
	const { id, lid } = accountOf(device);
	const repository = withOwnSenderKeys(connection.socket.signalRepository, node.attrs.from ?? '');
	const decryption = device.baileys.decryptMessageNode(node, id, lid, repository, device.baileysLog);
	const { fullMessage: message, author } = decryption;
	correctFromMe(device, message, author);
	await storeSenderLid(connection.socket, message);
	inbox.watch(node);
	await decryption.decrypt();
	const received = { connection, node, message, author };
	if (!isUndecryptable(message)) device.timers.observe(connection, message);
	if (isUndecryptable(message) || isProtocolMessage(message)) {
		return { ...received, event: null, file: null, change: null };
	}
	const change = changeIn(message.message);
	if (change !== null) return { ...received, event: null, file: null, change };
	return { ...received, ...(await eventOf(device, connection, message)), change: null };
}

/**
 * Baileys recognizes the account's own messages by digits alone, and so sets `fromMe` for a person whose LID equals the
 * account's phone number, or the other way round.
 */
function correctFromMe(device: Device, { key }: WAMessage, author: string): void {
	const { id, lid } = accountOf(device);
	const own = isLid(author) ? lid : id;
	if (key.fromMe === true && own !== '' && userOf(own) !== userOf(author)) key.fromMe = false;
	// For a message that the owner wrote, Baileys may take the owner's other JID for the JID of the chat.
	const isOwnChat = isOwnJid(device, key.remoteJid ?? '');
	if (key.fromMe === true && !isOwnChat && isOwnJid(device, key.remoteJidAlt ?? '')) delete key.remoteJidAlt;
}

/** The event that reports a message, and its file. */
export async function eventOf(
	device: Device,
	connection: DeviceConnection,
	message: WAMessage,
): Promise<Pick<DecryptedMessage, 'event' | 'file'>> {
	const content = message.message ? incomingContentOf(message.message) : null;
	if (content === null) return { event: null, file: null };
	if (content.type === 'poll') rememberPoll(device, message);
	if (message.key.fromMe === true) {
		const echo = await echoedMessageOf(device, connection, message, content);
		return echo === null
			? { event: null, file: null }
			: { event: { kind: 'echo', message: echo }, file: content.file };
	}
	const incoming = await incomingMessageOf(device, connection, message, content);
	if (incoming === null) return { event: null, file: null };
	return { event: { kind: 'message', message: incoming }, file: content.file };
}

/** Whether a part of the message has no content or could not be decrypted: Baileys sets a stub type then. */
export function isUndecryptable({ messageStubType }: WAMessage): boolean {
	return messageStubType !== undefined && messageStubType !== null;
}

/** Whether the message is a protocol message that the account's phone sent to its linked devices. */
export function isProtocolMessage({ key, message }: WAMessage): boolean {
	return key.fromMe === true && Boolean(message?.protocolMessage) && changeIn(message) === null;
}

/** Stores the LID of a sender that WhatsApp names by both JIDs, and moves its Signal session to the LID. */
async function storeSenderLid({ signalRepository }: WASocket, { key }: WAMessage): Promise<void> {
	const alternative = key.participantAlt ?? key.remoteJidAlt;
	const sender = key.participant ?? key.remoteJid;
	if (!alternative || !sender) return;
	const [lid, pn] = alternative.endsWith('@lid') ? [alternative, sender] : [sender, alternative];
	if (!lid.endsWith('@lid') || pn.endsWith('@lid')) return;
	if (userOf((await signalRepository.lidMapping.getPNForLID(lid)) ?? '') === userOf(pn)) return;
	await signalRepository.lidMapping.storeLIDPNMappings([{ lid, pn }]);
	await signalRepository.migrateSession(pn, lid);
}
