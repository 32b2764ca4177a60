import type { BinaryNode } from 'baileys';
import { createSemaphore } from '../../../lib/concurrency/semaphore.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { acknowledge } from './acknowledge.ts';
import type { Device, DeviceConnection } from '../device.ts';
import type { MediaError } from '../../../domain/messages/message-details.ts';
import { MEDIA_ERRORS } from '../files/media-errors.ts';
import { isOwnJid } from '../identity/account.ts';
import { isAssistant, isBroadcastList, isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { createDecryptionQueue } from './decryption/decryption-queue.ts';
import {
	decodeMessage,
	decryptMessage,
	isProtocolMessage,
	isUndecryptable,
	type DecryptedMessage,
	type ReceivedMessage,
} from './decryption/decrypt-message.ts';
import { recordUndecryptable, type Answer } from './undecryptable/handle-undecryptable.ts';
import { MAX_CRASHES, type Inbox, type UnrecordedMessage } from './inbox.ts';
import { isMessageEvent } from './message/message-event.ts';
import { createMessageRecorder, type StartedRecording } from './message-recorder.ts';
import type { PlaceholderResends } from './undecryptable/placeholder-resends.ts';
import { readSenderAhead } from './decryption/read-ahead.ts';
import { createStoredRetries } from './stored-retries.ts';
import { nameOf, networkIdIn } from './stanza-name.ts';
import { createUnhandledMessages } from './unhandled-messages.ts';

/** Messages that are decrypted and recorded at the same time; WhatsApp sends more when these are acknowledged. */
const MAX_IN_PROGRESS = 256;

/**
 * Messages of one sender that could not be decrypted and wait until they are requested again; with more, they count as
 * being in progress.
 */
const MAX_REQUESTS_WAITING = 500;

/** Error code of the negative acknowledgement for a message that was not handled; WhatsApp does not repeat it as it is. */
const UNHANDLED_ERROR = 500;

/** Receives the messages of a device. */
export interface MessageReceiver {
	/** Replaces Baileys' listener for messages, which acknowledges them before they are recorded. */
	attach(connection: DeviceConnection): void;
	/** Records the messages that were decrypted and not recorded, by an earlier connection or by this one. */
	recordStored(connection: DeviceConnection): Promise<void>;
	/** Resolves when the messages with these ids that arrived before are recorded, or could not be. */
	recorded(networkIds: readonly string[]): Promise<void>;
}

export interface ReceiverDeps {
	inbox: Inbox;
	resends: PlaceholderResends;
	/** Resolves when the content of the protocol message is durable. */
	handleProtocolMessage: (decrypted: DecryptedMessage) => Promise<void>;
}

/** A message that is being recorded. */
interface InProgress extends StartedRecording {
	received: ReceivedMessage;
	/** What acknowledges the message when it is recorded; null: the usual receipt. */
	answer: Promise<Answer> | null;
	/** The network's id of the message that the recording stores; null: it stores none, or only that there is one. */
	networkId: string | null;
}

export function createMessageReceiver(
	device: Device,
	{ inbox, resends, handleProtocolMessage }: ReceiverDeps,
): MessageReceiver {
	const { context, unitOfWork, log, instanceId } = device;
	const limitInProgress = createSemaphore(MAX_IN_PROGRESS);
	const recorder = createMessageRecorder(device, {
		inbox,
		resends,
		handleProtocolMessage,
		lanes: createKeyedQueue(),
	});
	/**
	 * Requests for messages that could not be decrypted, by sender. They are made one after the other: those for many
	 * messages of one sender must not hold up the messages of others, nor the requests for these.
	 */
	const requests = createKeyedQueue();
	/** Recordings in progress, by message. */
	const recordings = new Map<string, Promise<void>>();
	const recordUnhandled = createUnhandledMessages(device, inbox);
	const retries = createStoredRetries(device, recordStored);
	/** Runs decryptions in the order of the messages: each changes the keys for the next one. */
	const serially = createDecryptionQueue();

	/** Handles a message. A crash of the process during it counts only against a message that is a suspect. */
	async function handleAlone<T>(node: BinaryNode, handle: () => Promise<T>): Promise<T> {
		if (!inbox.isSuspect(node)) return handle();
		await inbox.isolate(node);
		try {
			return await handle();
		} finally {
			await inbox.isolate(null);
		}
	}

	/** Whether a message is in no chat of the account; one by the broadcast list of somebody else is in the sender's. */
	function isIgnored({ attrs: { from = '', participant = '', recipient = '' } }: BinaryNode): boolean {
		// What the owner writes to an assistant: Baileys would take it for a message to the account itself.
		if (isIgnoredJid(recipient)) return true;
		// The answer of an assistant in a group: it is encrypted with the key of the question, which is not kept.
		if (isAssistant(participant)) return true;
		if (!isIgnoredJid(from)) return false;
		return !isBroadcastList(from) || withoutDevice(participant) === null || isOwnJid(device, participant);
	}

	async function receive(connection: DeviceConnection, node: BinaryNode): Promise<void> {
		if (isIgnored(node)) return connection.socket.sendMessageAck(node);
		const inProgress = await limitInProgress(async () => {
			readSenderAhead(device, connection, node);
			const started = await serially(() => handleAlone(node, () => decryptAndRecord(connection, node)));
			// A message that waits for a file does not count, so that files of one sender do not block other senders.
			if (!started.waitsForFile) await started.recorded;
			return { ...started, answered: await startToAnswer(node, started) };
		});
		await inProgress.recorded;
		if (inProgress.answered !== null) return inProgress.answered.promise;
		await acknowledge(device, inProgress.received);
		if (inProgress.networkId !== null && !device.isClosed()) context.noteAcknowledged([inProgress.networkId]);
		await markReadIfEnabled(inProgress.received);
	}

	/** Resolves at once, or when the message is answered where too many of its sender wait for that; null: none is needed. */
	async function startToAnswer(
		{ attrs }: BinaryNode,
		{ answer }: InProgress,
	): Promise<{ promise: Promise<void> } | null> {
		if (answer === null) return null;
		const sender = attrs.participant ?? attrs.from ?? '';
		const { request, acknowledge: acknowledgeIt } = await answer;
		const requested = request === null ? Promise.resolve() : requests.run(sender, request);
		const promise = requested.then(acknowledgeIt);
		promise.catch(() => undefined);
		if (requests.size(sender) > MAX_REQUESTS_WAITING) await promise;
		return { promise };
	}

	async function decryptAndRecord(connection: DeviceConnection, node: BinaryNode): Promise<InProgress> {
		if (!(await inbox.prepareDecryption(node))) {
			const received = decodeMessage(device, connection, node);
			const recorded = recordUnhandled(received);
			return { received, recorded, waitsForFile: false, answer: null, networkId: null };
		}
		const earlier = recordings.get(nameOf(node));
		if (earlier !== undefined && inbox.isStored(node)) {
			// Delivered again after its key was used up: its first delivery is being recorded.
			const received = decodeMessage(device, connection, node);
			const recorded = earlier.catch(() => undefined);
			return { received, recorded, waitsForFile: true, answer: null, networkId: null };
		}
		// What an earlier connection, or process, has decrypted of it: the key of its group may be in that part only, and the
		// messages after it need this key.
		const stored = await inbox.readStored(node);
		const received = await decryptMessage(device, inbox, connection, stored ?? node);
		if (isUndecryptable(received.message) && node.attrs.category !== 'peer') {
			inbox.remove(node);
			const answer = recordUndecryptable(device, resends, received);
			const recorded = answer.then(() => undefined);
			return { received, recorded, waitsForFile: false, answer, networkId: null };
		}
		const { event } = received;
		const networkId = isMessageEvent(event) ? event.message.networkId : null;
		return { received, ...(await startRecording(received)), answer: null, networkId };
	}

	/**
	 * Starts to record a decrypted message. After crashes it resolves only when the message is recorded, so that the next
	 * message is not in progress when this one crashes the process again.
	 */
	async function startRecording(
		decrypted: DecryptedMessage,
		skipFile: MediaError | null = null,
	): Promise<StartedRecording> {
		const { node, message } = decrypted;
		const started = recorder.start(decrypted, skipFile);
		track(node, started.recorded);
		const isSuspect = inbox.isSuspect(node);
		// A protocol message, such as the history, always counts as waiting; a slow file must not hold other messages.
		const isAwaited = !started.waitsForFile || (isSuspect && isProtocolMessage(message));
		if (isAwaited && (isSuspect || inbox.isCautious())) await started.recorded;
		return started;
	}

	function track(node: BinaryNode, recorded: Promise<void>): void {
		const name = nameOf(node);
		const remove = (): void => {
			if (recordings.get(name) === recorded) recordings.delete(name);
		};
		recordings.set(name, recorded);
		recorded.then(remove, remove);
	}

	/** Marks a received message as read where the instance has `settings.autoRead`. */
	async function markReadIfEnabled({ connection, message }: ReceivedMessage): Promise<void> {
		if (message.key.fromMe === true || isProtocolMessage(message) || device.isClosed()) return;
		if (!(await context.autoReadEnabled())) return;
		await connection.socket.readMessages([message.key]).catch(() => undefined);
	}

	async function recordStoredMessage(
		connection: DeviceConnection,
		{ node, deaths, stage }: UnrecordedMessage,
	): Promise<void> {
		if (deaths >= MAX_CRASHES && stage === 'opened') {
			return recordUnhandled(decodeMessage(device, connection, node));
		}
		const { recorded } = await serially(() =>
			handleAlone(node, async () => {
				// Recorded, or being recorded, since the stored messages were read.
				if (recordings.has(nameOf(node)) || !inbox.isStored(node)) return { recorded: Promise.resolve() };
				const decrypted = await decryptMessage(device, inbox, connection, node);
				return startRecording(decrypted, deaths >= MAX_CRASHES ? MEDIA_ERRORS.interrupted : null);
			}),
		);
		await recorded;
	}

	async function recordStored(connection: DeviceConnection): Promise<void> {
		const unrecorded = (await inbox.unrecorded())
			.filter(({ node }) => !recordings.has(nameOf(node)))
			.sort((a, b) => b.deaths - a.deaths || timeOf(a.node) - timeOf(b.node));
		await Promise.all(
			unrecorded.map((message) =>
				recordStoredMessage(connection, message).catch((error: unknown) => {
					if (device.isClosed()) return;
					log.warn(
						{ err: error, instanceId },
						'a stored message from WhatsApp could not be recorded; it is retried later',
					);
					retries.onFailure(connection);
				}),
			),
		);
	}

	return {
		attach(connection) {
			const { socket } = connection;
			socket.ws.removeAllListeners('CB:message');
			socket.ws.on('CB:message', (node: BinaryNode) => {
				if (device.isClosed()) return;
				receive(connection, withoutUnencrypted(node)).catch((error: unknown) => {
					if (device.isClosed() || !socket.ws.isOpen) return;
					log.warn({ err: error, instanceId }, 'a message from WhatsApp could not be recorded');
					socket.sendMessageAck(node, UNHANDLED_ERROR).catch(() => undefined);
					retries.onFailure(connection);
				});
			});
			socket.ws.on('CB:ib,,offline', () => {
				// The messages of the backlog arrived before this stanza, and are decrypted before this runs.
				serially(() => {
					inbox.backlogReceived();
					return unitOfWork.commit();
				}).catch(() => undefined);
			});
		},
		recordStored,
		async recorded(networkIds) {
			// The messages that arrived before are decrypted when this runs.
			await serially(() => Promise.resolve());
			const ids = new Set(networkIds);
			const inProgress = [...recordings].filter(([name]) => ids.has(networkIdIn(name)));
			await Promise.allSettled(inProgress.map(([, recorded]) => recorded));
		},
	};
}

/** Parts of a message that are not encrypted: its content in a channel, and the name of a business. */
const UNENCRYPTED: ReadonlySet<string> = new Set(['plaintext', 'verified_name']);

/**
 * A message as it came from WhatsApp, without what nobody has encrypted: Baileys reads such content as that of the
 * sender, whoever wrote it, and fails on such a name. The stored messages have content of this kind.
 */
function withoutUnencrypted(node: BinaryNode): BinaryNode {
	if (!Array.isArray(node.content)) return node;
	return { ...node, content: node.content.filter(({ tag }) => !UNENCRYPTED.has(tag)) };
}

/** A change must not be recorded before the message it changes. */
function timeOf({ attrs }: BinaryNode): number {
	return Number(attrs.t) || 0;
}
