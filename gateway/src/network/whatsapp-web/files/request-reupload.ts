import type { BaileysEventMap, WAMessageKey } from 'baileys';
import { accountOf } from '../identity/account.ts';
import { isLid, withoutDevice } from '../identity/jid.ts';
import { openConnectionOf, type Device, type DeviceConnection } from '../device.ts';

/** Milliseconds the phone has to answer each request; the next one is sent after them. Five minutes in all. */
const ANSWER_TIMEOUTS = [20_000, 60_000, 220_000];

type MediaUpdate = BaileysEventMap['messages.media-update'][number];

interface MissingFile {
	key: WAMessageKey;
	mediaKey: Uint8Array;
}

/**
 * Requests the phone to upload a file again that WhatsApp no longer has. Returns its new path; null: the phone does not
 * have the file either, or does not answer any request. A request whose connection was lost is repeated on the next one.
 * Throws when the device closes.
 */
export async function requestReupload(device: Device, file: MissingFile): Promise<string | null> {
	for (let unanswered = 0; ; ) {
		const timeout = ANSWER_TIMEOUTS[unanswered];
		if (timeout === undefined) return null;
		const connection = await openConnectionOf(device);
		const answer = await askPhone(device, connection, file, timeout);
		device.closeSignal.throwIfAborted();
		if (answer === 'none') unanswered += 1;
		else if (answer !== 'lost') return directPathIn(device, file, answer);
	}
}

/** Sends one request. `none`: the phone did not answer in time; `lost`: the connection was lost before. */
async function askPhone(
	{ baileys, clock, creds, closeSignal }: Device,
	{ socket }: DeviceConnection,
	{ key, mediaKey }: MissingFile,
	timeout: number,
): Promise<MediaUpdate | 'none' | 'lost'> {
	const response = Promise.withResolvers<MediaUpdate | 'none' | 'lost'>();
	const end = (): void => {
		response.resolve(socket.ws.isOpen ? 'none' : 'lost');
	};
	const onUpdates = (updates: MediaUpdate[]): void => {
		const update = updates.find((candidate) => isAbout(candidate.key, key));
		if (update !== undefined) response.resolve(update);
	};
	const onConnection = ({ connection }: BaileysEventMap['connection.update']): void => {
		if (connection === 'close') response.resolve('lost');
	};
	const cancel = clock.schedule(timeout, end);
	closeSignal.addEventListener('abort', end);
	socket.ev.on('messages.media-update', onUpdates);
	socket.ev.on('connection.update', onConnection);
	try {
		// A request that cannot be sent is handled by the end of the connection, or by the timeout.
		socket
			.sendNode(baileys.encryptMediaRetryRequest(key, mediaKey, accountOf({ creds }).id))
			.catch(() => undefined);
		return await response.promise;
	} finally {
		cancel();
		closeSignal.removeEventListener('abort', end);
		socket.ev.off('messages.media-update', onUpdates);
		socket.ev.off('connection.update', onConnection);
	}
}

/** Whether an answer is about the requested message: another one, in another chat or of another sender, may have its id. */
function isAbout(answered: WAMessageKey, requested: WAMessageKey): boolean {
	return (
		answered.id === requested.id &&
		mayBeSame(answered.remoteJid, requested.remoteJid) &&
		mayBeSame(answered.participant, requested.participant)
	);
}

/** The phone may use the other JID of a person. */
function mayBeSame(answered: string | null | undefined, requested: string | null | undefined): boolean {
	const first = withoutDevice(answered ?? '');
	const second = withoutDevice(requested ?? '');
	if (!first || !second) return true;
	return first === second || isLid(first) !== isLid(second);
}

/** The path in an answer of the phone; null: it has none, or is not encrypted with the media key. */
function directPathIn(
	{ baileys }: Device,
	{ key, mediaKey }: MissingFile,
	{ media }: MediaUpdate,
): string | null {
	if (media === undefined) return null;
	try {
		return baileys.decryptMediaRetryData(media, mediaKey, key.id ?? '').directPath ?? null;
	} catch {
		return null;
	}
}
