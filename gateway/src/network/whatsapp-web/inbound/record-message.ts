import type { MediaError } from '../../../domain/message.ts';
import type { KeyedQueue } from '../../keyed-queue.ts';
import type { NetworkEvent } from '../../driver.ts';
import type { Device } from '../device.ts';
import { fetchFile, type FetchedFile } from '../files/fetch-file.ts';
import type { Inbox } from './inbox.ts';
import { MEDIA_ERRORS } from '../files/media-errors.ts';
import { isOwnNotice, type OpenedMessage } from './open-message.ts';
import type { PhoneRequests } from './phone-requests.ts';
import { createSemaphore } from '../waiting-room.ts';

/** Files of one instance that are fetched at the same time; of one sender in one chat it is one. */
const FILES_AT_ONCE = 64;
/** Messages of one sender in one chat that wait for a file before them; more texts are recorded at once. */
const MOST_WAITING = 100;
/** The same of messages with files; more are recorded at once, without their files. */
const MOST_FILES_WAITING = 500;

/** Records messages that were decrypted. */
export interface MessageRecorder {
	/**
	 * Begins to record a message after the one before it of the same sender in the same chat. `recorded` resolves when
	 * it is durable, with the key that decrypted it; `waits`: that takes as long as a file takes to fetch. With
	 * `withoutFile` its file is left out, for that reason.
	 */
	begin(opened: OpenedMessage, withoutFile?: MediaError | null): { recorded: Promise<void>; waits: boolean };
}

export interface RecorderDeps {
	inbox: Inbox;
	requests: PhoneRequests;
	lanes: KeyedQueue;
	takeNotice: (opened: OpenedMessage) => Promise<void>;
}

export function createMessageRecorder(
	device: Device,
	{ inbox, requests, lanes, takeNotice }: RecorderDeps,
): MessageRecorder {
	const { ledger, log, instanceId } = device;
	const files = createSemaphore(FILES_AT_ONCE);

	/** What is reported is in the ledger when this returns, so that its order is that of the calls. */
	function record({ node, message }: OpenedMessage, event: NetworkEvent | null): Promise<void> {
		if (event !== null) ledger.addEvents([event]);
		requests.answered(message.key.id ?? '');
		inbox.done(node);
		return ledger.commit();
	}

	async function recordNotice(opened: OpenedMessage): Promise<void> {
		await takeNotice(opened);
		await record(opened, null);
	}

	async function recordWithFile(opened: OpenedMessage, withoutFile: MediaError | null): Promise<void> {
		const { event, file, message, node } = opened;
		if (event?.kind !== 'message' || file === null) return record(opened, event);
		let fetched: FetchedFile;
		if (withoutFile === null) {
			await inbox.fetching(node);
			fetched = await files.acquire(() => fetchFile(device, { key: message.key, file }));
		} else {
			fetched = { mediaError: withoutFile };
		}
		if ('mediaError' in fetched) {
			device.count('file');
			const { code, message: reason } = fetched.mediaError;
			log.warn({ instanceId, networkId: message.key.id, code, reason }, 'a file from WhatsApp is left out');
		}
		await record(opened, { ...event, message: { ...event.message, ...fetched } });
	}

	function start(
		opened: OpenedMessage,
		withoutFile: MediaError | null,
	): { recorded: Promise<void>; waits: boolean } {
		const { event, file } = opened;
		if (isOwnNotice(opened.message)) return { recorded: recordNotice(opened), waits: true };
		const lane = laneOf(opened);
		const before = lanes.size(lane);
		if (file === null && (before === 0 || before >= MOST_WAITING)) {
			return { recorded: record(opened, event), waits: false };
		}
		if (before >= MOST_FILES_WAITING) {
			return { recorded: recordWithFile(opened, withoutFile ?? MEDIA_ERRORS.tooMany), waits: false };
		}
		const recorded = lanes.run(lane, () => recordWithFile(opened, withoutFile));
		return { recorded, waits: true };
	}

	return {
		begin(opened, withoutFile = null) {
			const begun = start(opened, withoutFile);
			// The receiver waits for it later than it may fail.
			begun.recorded.catch(() => undefined);
			return begun;
		},
	};
}

function laneOf({ message: { key } }: OpenedMessage): string {
	return `${key.remoteJid ?? ''} ${key.participant ?? ''}`;
}
