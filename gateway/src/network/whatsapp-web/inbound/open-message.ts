import type { BinaryNode, WAMessage, WASocket } from 'baileys';
import type { NetworkEvent } from '../../driver.ts';
import { accountOf } from '../session/account.ts';
import type { Device, OpenLink } from '../device.ts';
import { isLid, userOf } from '../session/identities.ts';
import type { Inbox } from './inbox.ts';
import { incomingContentOf, type FileAtWhatsApp } from '../content/incoming-content.ts';
import { incomingMessageOf } from './incoming-message.ts';
import { pastMessageOf } from './past-messages.ts';

/** A message that came in on a connection. */
export interface ArrivedMessage {
	link: OpenLink;
	node: BinaryNode;
	message: WAMessage;
	/** Who wrote it, as the network names them. */
	author: string;
}

/** A message that was decrypted. */
export interface OpenedMessage extends ArrivedMessage {
	/** What is reported of it, without the file that is yet to be fetched; null for what is no message. */
	event: NetworkEvent | null;
	file: FileAtWhatsApp | null;
}

/** Reads what a stanza says of a message, without decrypting it. */
export function arrivedMessage(device: Device, link: OpenLink, node: BinaryNode): ArrivedMessage {
	const { id, lid } = accountOf(device);
	const { fullMessage: message, author } = device.baileys.decodeMessageNode(node, id, lid);
	correctSender(device, message, author);
	return { link, node, message, author };
}

/** Decrypts a message; from then on it is in the inbox. One that could not be decrypted has a stub type. */
export async function openMessage(
	device: Device,
	inbox: Inbox,
	link: OpenLink,
	node: BinaryNode,
): Promise<OpenedMessage> {
	const { id, lid } = accountOf(device);
	const { signalRepository } = link.socket;
	const opened = device.baileys.decryptMessageNode(node, id, lid, signalRepository, device.baileysLog);
	const { fullMessage: message, author } = opened;
	correctSender(device, message, author);
	await rememberSender(link.socket, message);
	inbox.watch(node);
	await opened.decrypt();
	const arrived = { link, node, message, author };
	if (isUndecrypted(message) || isOwnNotice(message)) return { ...arrived, event: null, file: null };
	return { ...arrived, ...(await reportOf(device, link, message)) };
}

/**
 * Baileys tells the account's own messages by digits alone: somebody whose LID has the digits of the account's phone,
 * or the other way round, is taken for the account itself.
 */
function correctSender(device: Device, { key }: WAMessage, author: string): void {
	const { id, lid } = accountOf(device);
	const own = isLid(author) ? lid : id;
	if (key.fromMe === true && own !== '' && userOf(own) !== userOf(author)) key.fromMe = false;
}

/** What is reported of a message, and the file that belongs to it. */
export async function reportOf(
	device: Device,
	link: OpenLink,
	message: WAMessage,
): Promise<Pick<OpenedMessage, 'event' | 'file'>> {
	if (message.key.fromMe === true) {
		const past = await pastMessageOf(device.clock, link.identities, message);
		return { event: past === null ? null : { kind: 'history', messages: [past] }, file: null };
	}
	const written = message.message ? incomingContentOf(message.message) : null;
	if (written === null) return { event: null, file: null };
	const incoming = await incomingMessageOf(device, link, message, written);
	if (incoming === null) return { event: null, file: null };
	return { event: { kind: 'message', message: incoming }, file: written.file };
}

/** Whether a part of it could not be decrypted. */
export function isUndecrypted({ messageStubType }: WAMessage): boolean {
	return messageStubType !== undefined && messageStubType !== null;
}

/** Something the account's phone tells its devices. */
export function isOwnNotice({ key, message }: WAMessage): boolean {
	return key.fromMe === true && Boolean(message?.protocolMessage);
}

/** WhatsApp names both identities of who writes; sessions go by the one that shows no phone. */
async function rememberSender({ signalRepository }: WASocket, { key }: WAMessage): Promise<void> {
	const other = key.participantAlt ?? key.remoteJidAlt;
	const sender = key.participant ?? key.remoteJid;
	if (!other || !sender) return;
	const [lid, pn] = other.endsWith('@lid') ? [other, sender] : [sender, other];
	if (!lid.endsWith('@lid') || pn.endsWith('@lid')) return;
	if (userOf((await signalRepository.lidMapping.getPNForLID(lid)) ?? '') === userOf(pn)) return;
	await signalRepository.lidMapping.storeLIDPNMappings([{ lid, pn }]);
	await signalRepository.migrateSession(pn, lid);
}
