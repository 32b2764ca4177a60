import type { BaileysEventMap, WAMessageKey } from 'baileys';
import { accountOf } from '../session/account.ts';
import type { Device, OpenLink } from '../device.ts';

/** Milliseconds the phone has to upload a file again. */
const PHONE_TIMEOUT = 20_000;

type MediaUpdate = BaileysEventMap['messages.media-update'][number];

/**
 * Asks the phone to upload a file again that WhatsApp does not have any more. Returns its new path; null where the
 * phone does not have the file either, or does not answer.
 */
export async function requestUpload(
	{ baileys, clock, creds, ended }: Device,
	{ socket }: OpenLink,
	{ key, mediaKey }: { key: WAMessageKey; mediaKey: Uint8Array },
): Promise<string | null> {
	const answered = Promise.withResolvers<MediaUpdate | null>();
	const take = (updates: MediaUpdate[]): void => {
		const update = updates.find((one) => one.key.id === key.id);
		if (update !== undefined) answered.resolve(update);
	};
	const giveUp = (): void => {
		answered.resolve(null);
	};
	const cancel = clock.schedule(PHONE_TIMEOUT, giveUp);
	ended.addEventListener('abort', giveUp);
	socket.ev.on('messages.media-update', take);
	try {
		await socket.sendNode(baileys.encryptMediaRetryRequest(key, mediaKey, accountOf({ creds }).id));
		const update = await answered.promise;
		if (update?.media === undefined) return null;
		const { directPath } = baileys.decryptMediaRetryData(update.media, mediaKey, key.id ?? '');
		return directPath ?? null;
	} catch {
		// The connection was lost, or the answer is not of the phone that has the key.
		return null;
	} finally {
		cancel();
		ended.removeEventListener('abort', giveUp);
		socket.ev.off('messages.media-update', take);
	}
}
