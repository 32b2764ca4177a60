import type { BinaryNode } from 'baileys';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { acknowledge } from './acknowledge.ts';
import type { Device, OpenLink } from '../device.ts';
import { isNoChat } from '../session/identities.ts';
import { MOST_DEATHS, type Inbox, type UnrecordedMessage } from './inbox.ts';
import { MEDIA_ERRORS } from '../files/media-errors.ts';
import {
	arrivedMessage,
	isOwnNotice,
	isUndecrypted,
	openMessage,
	type ArrivedMessage,
	type OpenedMessage,
} from './open-message.ts';
import type { PhoneRequests } from './phone-requests.ts';
import { createMessageRecorder } from './record-message.ts';
import { answerUndecrypted } from './undecrypted.ts';
import { tellUnsupported } from './unsupported-message.ts';
import { createSemaphore } from '../waiting-room.ts';

/** Messages that may be decrypted and stored at the same time; WhatsApp sends more when these are acknowledged. */
const AT_ONCE = 256;

/** Code for what could not be handled and is not to be sent again as it is. */
const UNHANDLED = 500;

/** Takes what arrives for a device. */
export interface MessageReceiver {
	/** Takes the messages of a connection in Baileys' place, which would acknowledge them before they are recorded. */
	attach(link: OpenLink): void;
	/** Records what was decrypted on an earlier connection and could not be recorded. */
	recordLeftovers(link: OpenLink): Promise<void>;
}

export interface ReceiverDeps {
	inbox: Inbox;
	requests: PhoneRequests;
	/** Handles what the phone tells its devices; resolves when what it handed over is recorded. */
	takeNotice: (opened: OpenedMessage) => Promise<void>;
}

/** A message that was decrypted, or set aside, and is being recorded. */
interface Taken {
	arrived: ArrivedMessage;
	/** Resolves when it is durable. */
	recorded: Promise<void>;
	/** It waits for a file: its own, also where WhatsApp tells it again meanwhile, or that of a message before it. */
	waits: boolean;
	/** WhatsApp has been answered as part of the recording. */
	answered: boolean;
}

export function createMessageReceiver(
	device: Device,
	{ inbox, requests, takeNotice }: ReceiverDeps,
): MessageReceiver {
	const { host, ledger, log, instanceId } = device;
	const room = createSemaphore(AT_ONCE);
	const recorder = createMessageRecorder(device, { inbox, requests, takeNotice, lanes: createKeyedQueue() });
	/** Messages on their way to the store. */
	const underWay = new Map<string, Promise<void>>();
	/** Keys are used up one after the other. */
	let lastTurn: Promise<unknown> = Promise.resolve();

	function inTurn<T>(work: () => Promise<T>): Promise<T> {
		const turn = lastTurn.then(work);
		lastTurn = turn.catch(() => undefined);
		return turn;
	}

	async function receive(link: OpenLink, node: BinaryNode): Promise<void> {
		if (isNoChat(node.attrs.from ?? '')) return link.socket.sendMessageAck(node);
		const taken = await room.acquire(async () => {
			const one = await inTurn(() => take(link, node));
			// A message that waits for a file leaves the room: no sender's files keep others' messages out.
			if (!one.waits) await one.recorded;
			return one;
		});
		await taken.recorded;
		if (taken.answered) return;
		await acknowledge(device, taken.arrived);
		await markReadIfWanted(taken.arrived);
	}

	/** Decrypts a message and begins to record it, after all that came before it was decrypted. */
	async function take(link: OpenLink, node: BinaryNode): Promise<Taken> {
		if (!(await inbox.mayOpen(node))) {
			const arrived = arrivedMessage(device, link, node);
			return { arrived, recorded: setAside(arrived), waits: false, answered: false };
		}
		const opened = await openMessage(device, inbox, link, node);
		if (isUndecrypted(opened.message) && node.attrs.category !== 'peer') {
			const waits = underWay.has(nameOf(node));
			return { arrived: opened, recorded: answer(opened), waits, answered: true };
		}
		const taken = { arrived: opened, ...recorder.begin(opened), answered: false };
		follow(node, taken.recorded);
		if (inbox.isCautious() && !taken.waits) await taken.recorded;
		return taken;
	}

	function follow(node: BinaryNode, recorded: Promise<void>): void {
		const name = nameOf(node);
		const forget = (): void => {
			if (underWay.get(name) === recorded) underWay.delete(name);
		};
		underWay.set(name, recorded);
		recorded.then(forget, forget);
	}

	/** WhatsApp tells a message again that is being recorded, or one that nobody can decrypt. */
	async function answer(opened: OpenedMessage): Promise<void> {
		inbox.gaveUp(opened.node);
		await underWay.get(nameOf(opened.node))?.catch(() => undefined);
		await answerUndecrypted(device, requests, opened);
	}

	/** The process died three times while it handled this message: it is recorded as one that cannot be shown. */
	async function setAside({ link, node, message }: ArrivedMessage): Promise<void> {
		log.error(
			{ instanceId, networkId: message.key.id },
			'the process died three times while it handled a message; the message is recorded as one that cannot be shown',
		);
		device.count('set_aside');
		await tellUnsupported(device, link, message, 'unknown');
		inbox.done(node);
		await ledger.commit();
	}

	/** Marks what is read as it arrives (settings.autoRead). */
	async function markReadIfWanted({ link, message }: ArrivedMessage): Promise<void> {
		if (message.key.fromMe === true || isOwnNotice(message) || device.isOver()) return;
		if (!(await host.autoReadEnabled())) return;
		await link.socket.readMessages([message.key]).catch(() => undefined);
	}

	async function recordLeftover(link: OpenLink, leftover: UnrecordedMessage): Promise<void> {
		const { node, deaths, stage } = leftover;
		if (deaths >= MOST_DEATHS && stage === 'opened') return setAside(arrivedMessage(device, link, node));
		const { recorded } = await inTurn(async () => {
			const opened = await openMessage(device, inbox, link, node);
			const begun = recorder.begin(opened, deaths >= MOST_DEATHS ? MEDIA_ERRORS.interrupted : null);
			follow(node, begun.recorded);
			return begun;
		});
		await recorded;
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
					socket.sendMessageAck(node, UNHANDLED).catch(() => undefined);
				});
			});
			socket.ws.on('CB:ib,,offline', () => {
				// After those that came before it.
				inTurn(() => {
					inbox.backlogTaken();
					return ledger.commit();
				}).catch(() => undefined);
			});
		},
		async recordLeftovers(link) {
			const leftovers = (await inbox.unrecorded()).filter(({ node }) => !underWay.has(nameOf(node)));
			await Promise.all(
				leftovers.map((leftover) =>
					recordLeftover(link, leftover).catch((error: unknown) => {
						if (device.isOver()) return;
						log.warn({ err: error, instanceId }, 'a message of an earlier connection is not recorded yet');
					}),
				),
			);
		},
	};
}

function nameOf({ attrs }: BinaryNode): string {
	return `${attrs.from ?? ''} ${attrs.participant ?? ''} ${attrs.id ?? ''}`;
}
