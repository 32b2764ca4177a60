import { GatewayError } from '../../../domain/error.ts';
import type { MediaError } from '../../../domain/message.ts';
import { enforceSizeLimit } from '../../../media/size-limit.ts';
import type { MediaFile } from '../../driver.ts';
import type { FileStore } from '../../file-store.ts';
import type { DownloadedFile } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { FileAtMeta } from '../inbound/incoming-content.ts';
import { getNumber, getString } from '../graph/json.ts';
import type { Session } from '../session/session.ts';
import { classifyError } from '../graph/error-class.ts';

/** A file of a message, or why it will never be had. */
export type FetchedFile = { media: MediaFile } | { mediaError: MediaError };

/** Fetches the file of a message from Meta. Throws where it may be had later. */
export async function fetchFile(line: Session, file: FileAtMeta, files: FileStore): Promise<FetchedFile> {
	try {
		const { phoneNumberId } = line.account.credentials;
		const answer = await line.ask({
			path: `/${encodeURIComponent(file.id)}`,
			query: { phone_number_id: phoneNumberId },
		});
		const url = getString(answer, 'url');
		if (url === null) throw new Error('Meta did not say where the file is.');
		const whole = wholeFile(await line.download(url), getNumber(answer, 'file_size'));
		const { path } = await files.save(line.instanceId, enforceSizeLimit(whole, file.mediaType));
		const { mimeType, filename, caption } = file;
		return { media: { path, mimeType, filename, caption } };
	} catch (error) {
		if (error instanceof GraphError && classifyError(error) === 'refused') {
			return { mediaError: { code: 'media_download_failed', message: GONE } };
		}
		if (error instanceof GatewayError && error.code === 'media_too_large') {
			return { mediaError: { code: 'media_too_large', message: TOO_LARGE } };
		}
		throw error;
	}
}

/** The bytes of a file. Throws where they end too early, and the answer itself could not tell. */
async function* wholeFile(
	{ bytes, knowsItsLength }: DownloadedFile,
	expected: number | null,
): AsyncGenerator<Uint8Array> {
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		yield chunk;
	}
	if (!knowsItsLength && expected !== null && size < expected) {
		throw new Error(`The file ended after ${size} of ${expected} bytes.`);
	}
}

const GONE = 'WhatsApp does not have the file any more. Ask the sender to send it again.';
const TOO_LARGE = 'The file is larger than this gateway takes. Ask the sender for a smaller one.';
