import type { MediaError, MediaType } from '../../../domain/message.ts';
import { MEDIA_LIMITS } from '../../../media/formats.ts';

const ASK_AGAIN = 'Ask the sender to send it again.';

/** Why the file of a message is missing, in a sentence that says what to do. */
export const MEDIA_ERRORS = {
	notWhatsApps: failed(`The message names no file that WhatsApp keeps. ${ASK_AGAIN}`),
	notDecrypted: failed(
		`The file does not fit the key it was sent with, so it cannot be opened. ${ASK_AGAIN}`,
	),
	gone: failed(
		`WhatsApp does not have the file any more, and the phone did not upload it again. ${ASK_AGAIN}`,
	),
	notFetched: failed(`The file could not be fetched from WhatsApp after several tries. ${ASK_AGAIN}`),
	tooMany: failed(`The sender sent more files at once than can be fetched one after the other. ${ASK_AGAIN}`),
	interrupted: failed(
		`The gateway was ended three times while it fetched the file, so the file was left out. ${ASK_AGAIN}`,
	),
};

export function tooLarge(mediaType: MediaType): MediaError {
	const megabytes = MEDIA_LIMITS[mediaType] / 1024 / 1024;
	return {
		code: 'media_too_large',
		message: `The file is larger than ${megabytes} MB, so it was not fetched. Ask the sender for a smaller one.`,
	};
}

function failed(message: string): MediaError {
	return { code: 'media_download_failed', message };
}
