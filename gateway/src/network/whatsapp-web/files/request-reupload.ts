import type { BaileysEventMap, WAMessageKey } from 'baileys';
import { accountOf } from '../identity/account.ts';
import type { Device, DeviceConnection } from '../device.ts';

/** Milliseconds the phone has to upload the file. */
const PHONE_TIMEOUT = 20_000;

type MediaUpdate = BaileysEventMap['messages.media-update'][number];

/**
 * Requests the phone to upload a file again that WhatsApp no longer has. Returns its new path; null: the phone does not
 * have the file either, or does not answer.
 */
export async function requestReupload(
	{ baileys, clock, creds, closeSignal }: Device,
	{ socket }: DeviceConnection,
	{ key, mediaKey }: { key: WAMessageKey; mediaKey: Uint8Array },
): Promise<string | null> {
	const response = Promise.withResolvers<MediaUpdate | null>();
	const onUpdates = (updates: MediaUpdate[]): void => {
		const update = updates.find((candidate) => candidate.key.id === key.id);
		if (update !== undefined) response.resolve(update);
	};
	const giveUp = (): void => {
		response.resolve(null);
	};
	const cancel = clock.schedule(PHONE_TIMEOUT, giveUp);
	closeSignal.addEventListener('abort', giveUp);
	socket.ev.on('messages.media-update', onUpdates);
	try {
		await socket.sendNode(baileys.encryptMediaRetryRequest(key, mediaKey, accountOf({ creds }).id));
		const update = await response.promise;
		if (update?.media === undefined) return null;
		const { directPath } = baileys.decryptMediaRetryData(update.media, mediaKey, key.id ?? '');
		return directPath ?? null;
	} catch {
		// The connection was lost, or the response is not encrypted with the media key.
		return null;
	} finally {
		cancel();
		closeSignal.removeEventListener('abort', giveUp);
		socket.ev.off('messages.media-update', onUpdates);
	}
}
