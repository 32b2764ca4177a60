import type { MediaType } from '../../../domain/messages/message.ts';
import type { MediaError } from '../../../domain/messages/message-details.ts';
import { MEDIA_LIMITS } from '../../../media/formats/formats.ts';

const ASK_AGAIN = 'Ask the sender to send it again.';

/** Why the file of a message is missing, and what to do, for users. */
export const MEDIA_ERRORS = {
	invalidAddress: failed(`The message has no valid address of a file at WhatsApp. ${ASK_AGAIN}`),
	notDecrypted: failed(`The file could not be decrypted with the key it was sent with. ${ASK_AGAIN}`),
	expired: failed(`WhatsApp no longer has the file, and the phone did not upload it again. ${ASK_AGAIN}`),
	downloadFailed: failed(
		`The file could not be downloaded from WhatsApp after several attempts. ${ASK_AGAIN}`,
	),
	tooMany: failed(`The sender sent too many files at once. ${ASK_AGAIN}`),
	interrupted: failed(
		`The gateway stopped three times while it downloaded the file, so it does not try again. ${ASK_AGAIN}`,
	),
};

/** The error of a file that is larger than its type may be. */
export function tooLarge(mediaType: MediaType): MediaError {
	const megabytes = MEDIA_LIMITS[mediaType] / 1024 / 1024;
	return {
		code: 'media_too_large',
		message: `The file is larger than ${megabytes} MB, so it was not downloaded. Ask the sender for a smaller one.`,
	};
}

function failed(message: string): MediaError {
	return { code: 'media_download_failed', message };
}
