import type { MediaError } from '../../../domain/messages/message-details.ts';
import { createSemaphore } from '../../../lib/concurrency/semaphore.ts';
import type { KeyedQueue } from '../../keyed-queue.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { Device } from '../device.ts';
import { fetchFile, type FetchedFile } from '../files/fetch-file.ts';
import { isMessageEvent, withFile } from './message/message-event.ts';
import { MEDIA_ERRORS } from '../files/media-errors.ts';
import { isProtocolMessage, type DecryptedMessage } from './decryption/decrypt-message.ts';
import { changeEventOf } from '../changes/change-event.ts';
import type { ReceivedChange } from '../changes/received-change.ts';
import { createWaitingDeletions } from '../changes/waiting-deletions.ts';
import { withoutDevice } from '../identity/jid.ts';
import type { Inbox } from './inbox.ts';
import type { PlaceholderResends } from './undecryptable/placeholder-resends.ts';
import { laneOf, MAX_WAITING, turnOf, type ChangeTurn } from './recording-lanes.ts';

/** Files of one instance that are downloaded at the same time; one at a time for each sender in each chat. */
const MAX_DOWNLOADS = 64;
/**
 * Messages with files of one sender in one chat that wait for a download before them; further ones are recorded at once,
 * without their files.
 */
const MAX_FILES_WAITING = 500;

/** Records decrypted messages. */
export interface MessageRecorder {
	/**
	 * Starts to record a message, after earlier messages of the same sender in the same chat. `skipFile`: record it with
	 * this error instead of its file.
	 */
	start(decrypted: DecryptedMessage, skipFile?: MediaError | null): StartedRecording;
}

export interface StartedRecording {
	/** Resolves when the message is durable, together with the change of its key. */
	recorded: Promise<void>;
	/** Whether it waits for a download, of its own file or of one before it, or for an answer of WhatsApp. */
	waitsForFile: boolean;
}

export interface RecorderDeps {
	inbox: Inbox;
	resends: PlaceholderResends;
	lanes: KeyedQueue;
	handleProtocolMessage: (decrypted: DecryptedMessage) => Promise<void>;
}

export function createMessageRecorder(
	device: Device,
	{ inbox, resends, lanes, handleProtocolMessage }: RecorderDeps,
): MessageRecorder {
	const { unitOfWork, log, instanceId } = device;
	const limitDownloads = createSemaphore(MAX_DOWNLOADS);
	/** Deletions that are not recorded yet, about whose senders WhatsApp has to be asked. */
	const waitingDeletions = createWaitingDeletions();

	/** Adds the event synchronously, so that events have the order of the calls. */
	function record({ node, message }: DecryptedMessage, event: NetworkEvent | null): Promise<void> {
		if (event !== null) unitOfWork.addEvents([event]);
		resends.remove(message.key);
		inbox.remove(node);
		return unitOfWork.commit();
	}

	async function recordProtocolMessage(decrypted: DecryptedMessage): Promise<void> {
		await handleProtocolMessage(decrypted);
		await record(decrypted, null);
	}

	async function recordWithFile(decrypted: DecryptedMessage, skipFile: MediaError | null): Promise<void> {
		const { event, file, message, node } = decrypted;
		if (!isMessageEvent(event) || file === null) return record(decrypted, event);
		let fetched: FetchedFile;
		if (skipFile === null) {
			await inbox.markFetching(node);
			fetched = await fetchFile(device, { key: message.key, file }, limitDownloads);
		} else {
			fetched = { mediaError: skipFile };
		}
		if ('mediaError' in fetched) {
			device.countFault('file');
			const { code, message: reason } = fetched.mediaError;
			const fields = { instanceId, networkId: message.key.id, code, reason };
			log.warn(fields, 'a message from WhatsApp is recorded without its file');
		}
		await record(decrypted, withFile(event, fetched));
	}

	/**
	 * Records a change after the message it changes. WhatsApp may take long to report whether the sender may make it:
	 * messages of the author do not wait for that. `isWanted`: whether the change still has to be recorded; called just
	 * before it is.
	 */
	async function recordChange(
		decrypted: DecryptedMessage,
		{ change, turn }: { change: ReceivedChange; turn: ChangeTurn },
		isWanted: () => boolean = () => true,
	): Promise<void> {
		const claimed = await turn.run(async () => {
			const { connection, message } = decrypted;
			const report = await changeEventOf(device, connection, message, change);
			if (report.claim !== null) return { ...report, claim: report.claim };
			if (isWanted()) await record(decrypted, report.event);
			return null;
		});
		if (claimed === null) return;
		const isTrue = await device.groupAdmins.include(claimed.claim);
		if (isWanted()) await record(decrypted, isTrue ? claimed.event : null);
	}

	/** Records a deletion by somebody who is not the author, about whom WhatsApp has to be asked. */
	async function recordDeletion(
		decrypted: DecryptedMessage,
		deletion: { change: ReceivedChange; turn: ChangeTurn },
	): Promise<void> {
		const { key } = decrypted.message;
		const name = `${laneOf(decrypted)} ${key.id ?? ''}`;
		const person = withoutDevice(key.participant ?? '') ?? '';
		const dropped = new Promise<void>((resolve, reject) => {
			waitingDeletions.add({ name, person }, () => {
				log.warn({ instanceId, networkId: key.id, groupId: key.remoteJid }, DROPPED);
				record(decrypted, null).then(resolve, reject);
			});
		});
		const recorded = recordChange(decrypted, deletion, () => waitingDeletions.remove(name));
		await Promise.race([recorded, dropped]);
	}

	function startRecording(decrypted: DecryptedMessage, skipFile: MediaError | null): StartedRecording {
		const { event, file, change } = decrypted;
		if (change !== null) {
			const turn = turnOf(device, lanes, decrypted, change);
			if (change.change !== 'deletion' || turn.isByAuthor)
				return { recorded: recordChange(decrypted, { change, turn }), waitsForFile: turn.waits };
			return { recorded: recordDeletion(decrypted, { change, turn }), waitsForFile: true };
		}
		if (isProtocolMessage(decrypted.message)) {
			return { recorded: recordProtocolMessage(decrypted), waitsForFile: true };
		}
		const lane = laneOf(decrypted);
		const waiting = lanes.size(lane);
		if (file === null && (waiting === 0 || waiting >= MAX_WAITING)) {
			return { recorded: record(decrypted, event), waitsForFile: false };
		}
		if (waiting >= MAX_FILES_WAITING) {
			return { recorded: recordWithFile(decrypted, skipFile ?? MEDIA_ERRORS.tooMany), waitsForFile: false };
		}
		return { recorded: lanes.run(lane, () => recordWithFile(decrypted, skipFile)), waitsForFile: true };
	}

	return {
		start(decrypted, skipFile = null) {
			const started = startRecording(decrypted, skipFile);
			// It may reject before the receiver awaits it.
			started.recorded.catch(() => undefined);
			return started;
		},
	};
}

const DROPPED =
	'a deletion is ignored: too many of its sender wait until WhatsApp returns the admins of their groups';
