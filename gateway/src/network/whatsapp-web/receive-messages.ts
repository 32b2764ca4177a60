import type { BinaryNode, WAMessage, WASocket } from 'baileys';
import type { NetworkEvent } from '../driver.ts';
import { accountOf } from './account.ts';
import type { Device, OpenLink } from './device.ts';
import { fetchFile } from './fetch-file.ts';
import { isNoChat, userOf } from './identities.ts';
import type { Inbox } from './inbox.ts';
import { incomingContentOf, type FileAtWhatsApp } from './incoming-content.ts';
import { incomingMessageOf } from './incoming-message.ts';
import { pastMessageOf } from './past-messages.ts';
import { unopened } from './unopened.ts';
import { waitingRoom } from './waiting-room.ts';

/** Messages that may be on their way to the store at the same time; WhatsApp sends more when these are acknowledged. */
const AT_ONCE = 256;
/** Files of one instance that are fetched at the same time. */
const FILES_AT_ONCE = 4;

/** Codes for what could not be read and is not to be sent again as it is. */
const NO_SECRET = 495;
const UNREADABLE = 500;

/** Takes what arrives for a device. */
export interface MessageReceiver {
	/** Takes the messages of a connection in Baileys' place, which would acknowledge them before they are recorded. */
	attach(link: OpenLink): void;
	/** Records what an earlier connection opened and could not record. */
	recordLeftovers(link: OpenLink): Promise<void>;
}

/** A message in hand: where it came in, and as what. */
interface InHand {
	link: OpenLink;
	node: BinaryNode;
	message: WAMessage;
	author: string;
	/** What is told of it, without the file that is yet to be fetched; null for what is no message. */
	told: NetworkEvent | null;
	file: FileAtWhatsApp | null;
}

/** `taken` resolves when what the phone handed over with a message of its own is recorded. */
export function createMessageReceiver(
	device: Device,
	inbox: Inbox,
	taken: () => Promise<void>,
): MessageReceiver {
	const { baileys, host, ledger, log, instanceId } = device;
	const room = waitingRoom(AT_ONCE);
	const filesRoom = waitingRoom(FILES_AT_ONCE);
	/** Messages on their way to the store. */
	const underWay = new Map<string, Promise<void>>();
	/** Keys are used up one after the other. */
	let lastOpened: Promise<unknown> = Promise.resolve();

	async function receive(link: OpenLink, node: BinaryNode): Promise<void> {
		const { socket } = link;
		if (isNoChat(node.attrs.from ?? '')) return socket.sendMessageAck(node);
		if (baileys.getBinaryNodeChild(node, 'enc')?.attrs.type === 'msmsg') {
			return socket.sendMessageAck(node, NO_SECRET);
		}
		return room.enter(() => take(link, node));
	}

	async function take(link: OpenLink, node: BinaryNode): Promise<void> {
		const turn = lastOpened.then(() => open(link, node));
		lastOpened = turn.catch(() => undefined);
		const inHand = await turn;
		const { message } = inHand;
		if (isClosed(message) && node.attrs.category !== 'peer') {
			inbox.gaveUp(node);
			const name = nameOf(node);
			await underWay.get(name)?.catch(() => undefined);
			if ((await host.messages.idOf(message.key.id ?? '')) === null) await unopened(device, inHand);
			else await acknowledge(inHand);
			return;
		}
		const work = recordOpened(inHand);
		underWay.set(nameOf(node), work);
		try {
			await work;
		} finally {
			underWay.delete(nameOf(node));
		}
		await acknowledge(inHand);
		await readAtOnce(inHand);
	}

	/** Opens a message; from then on it is in the inbox, and what needs no file is told in the order it came. */
	async function open(link: OpenLink, node: BinaryNode): Promise<InHand> {
		const { id, lid } = accountOf(device);
		const { signalRepository } = link.socket;
		const opened = baileys.decryptMessageNode(node, id, lid, signalRepository, device.baileysLog);
		const { fullMessage: message, author } = opened;
		await rememberSender(link.socket, message);
		inbox.watch(node);
		await opened.decrypt();
		const inHand = { link, node, message, author, told: null, file: null };
		if (isClosed(message) || isOwnNotice(message)) return inHand;
		const { told, file } = await toldOf(link, message);
		if (told !== null && file === null) ledger.tell([told]);
		return { ...inHand, told, file };
	}

	/** Resolves when the message, and the key it was opened with, are durable. */
	async function recordOpened({ link, node, message, told, file }: InHand): Promise<void> {
		if (isOwnNotice(message)) {
			await link.socket.upsertMessage(message, 'append');
			link.socket.ev.flush();
			await taken();
		}
		if (told?.kind === 'message' && file !== null) {
			const media = await filesRoom.enter(() => fetchFile(device, link, file));
			ledger.tell([{ ...told, message: { ...told.message, media } }]);
		}
		inbox.done(node);
		await ledger.commit();
	}

	/** What is told of a message, and the file that belongs to it. */
	async function toldOf(link: OpenLink, message: WAMessage): Promise<Pick<InHand, 'told' | 'file'>> {
		if (message.key.fromMe === true) {
			const past = await pastMessageOf(device.clock, link.identities, message);
			return { told: past === null ? null : { kind: 'history', messages: [past] }, file: null };
		}
		const written = message.message ? incomingContentOf(message.message) : null;
		if (written === null) return { told: null, file: null };
		const incoming = await incomingMessageOf(device, link, message, written);
		if (incoming === null) return { told: null, file: null };
		return { told: { kind: 'message', message: incoming }, file: written.file };
	}

	/** A receipt is what WhatsApp takes for "I have it": it sends the message no more. */
	async function acknowledge({ link: { socket }, message, node, author }: InHand): Promise<void> {
		if (device.isOver()) return;
		const { key } = message;
		const chat = key.remoteJid ?? '';
		const id = key.id ?? '';
		if (node.attrs.category === 'peer') {
			await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'peer_msg');
		} else if (key.fromMe === true) {
			const hidden = chat.endsWith('@lid') || key.remoteJidAlt?.endsWith('@lid') === true;
			const participant = hidden ? author : (key.participant ?? undefined);
			await socket.sendReceipt(chat, participant, [id], 'sender');
		} else {
			await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'inactive');
		}
		if (message.message?.protocolMessage?.historySyncNotification) {
			await socket.sendReceipt(baileys.jidNormalizedUser(chat), undefined, [id], 'hist_sync');
		}
	}

	/** Marks what is read as it arrives (settings.autoRead). */
	async function readAtOnce({ link, message, told }: InHand): Promise<void> {
		if (told?.kind !== 'message' || device.isOver() || !(await host.readsAtOnce())) return;
		await link.socket.readMessages([message.key]).catch(() => undefined);
	}

	return {
		attach(link) {
			const { socket } = link;
			socket.ws.removeAllListeners('CB:message');
			socket.ws.on('CB:message', (node: BinaryNode) => {
				if (device.isOver()) return;
				receive(link, node).catch((error: unknown) => {
					if (device.isOver() || !socket.ws.isOpen) return;
					log.warn({ err: error, instanceId }, 'a message from WhatsApp could not be taken');
					socket.sendMessageAck(node, UNREADABLE).catch(() => undefined);
				});
			});
			// What the phone hands over of a message that WhatsApp did not have; nobody waits for an answer.
			socket.ev.on('messages.upsert', ({ messages, requestId }) => {
				if (requestId === undefined) return;
				for (const message of messages) {
					toldOf(link, message)
						.then(({ told }) => {
							if (told !== null) ledger.tell([told]);
							return ledger.commit();
						})
						.catch(() => undefined);
				}
			});
		},
		async recordLeftovers(link) {
			for (const node of await inbox.leftovers()) {
				const turn = lastOpened.then(() => open(link, node));
				lastOpened = turn.catch(() => undefined);
				await recordOpened(await turn);
			}
		},
	};
}

/** Whether a part of it could not be opened. */
function isClosed({ messageStubType }: WAMessage): boolean {
	return messageStubType !== undefined && messageStubType !== null;
}

/** Something the account's phone tells its devices. */
function isOwnNotice({ key, message }: WAMessage): boolean {
	return key.fromMe === true && Boolean(message?.protocolMessage);
}

function nameOf({ attrs }: BinaryNode): string {
	return `${attrs.from ?? ''} ${attrs.participant ?? ''} ${attrs.id ?? ''}`;
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
