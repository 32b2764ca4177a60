import { GatewayError } from '../../../domain/error.ts';
import type { MediaError } from '../../../domain/messages/message-details.ts';
import { enforceSizeLimit } from '../../../media/enforce-size-limit.ts';
import type { MediaFile } from '../../network-message.ts';
import type { FileStore } from '../../file-store.ts';
import type { DownloadedFile } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { MetaFile } from '../inbound/content/incoming-content.ts';
import { getNumber, getString } from '../graph/json.ts';
import type { Session } from '../session/session.ts';
import { classifyError } from '../graph/error-class.ts';

/** A downloaded file, or why it can never be downloaded. */
export type FetchedFile = { media: MediaFile } | { mediaError: MediaError };

/** Downloads the file of a message from Meta. Throws if the download can be retried. */
export async function fetchFile(session: Session, file: MetaFile, files: FileStore): Promise<FetchedFile> {
	try {
		const { phoneNumberId } = session.account.credentials;
		const response = await session.request({
			path: `/${encodeURIComponent(file.id)}`,
			query: { phone_number_id: phoneNumberId },
		});
		const url = getString(response, 'url');
		if (url === null) throw new Error("Meta's response does not contain the URL of the file.");
		const bytes = completeFile(await session.download(url), getNumber(response, 'file_size'));
		const { path } = await files.save(session.instanceId, enforceSizeLimit(bytes, file.mediaType));
		const { mimeType, filename, caption } = file;
		return { media: { path, mimeType, filename, caption } };
	} catch (error) {
		if (error instanceof GraphError && classifyError(error) === 'permanent') {
			return { mediaError: { code: 'media_download_failed', message: GONE } };
		}
		if (error instanceof GatewayError && error.code === 'media_too_large') {
			return { mediaError: { code: 'media_too_large', message: TOO_LARGE } };
		}
		throw error;
	}
}

/** Passes the bytes through. Throws if they end too early and the HTTP client cannot detect that. */
async function* completeFile(
	{ bytes, hasLength }: DownloadedFile,
	expected: number | null,
): AsyncGenerator<Uint8Array> {
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		yield chunk;
	}
	if (!hasLength && expected !== null && size < expected) {
		throw new Error(`The file ended after ${size} of ${expected} bytes.`);
	}
}

const GONE = 'WhatsApp does not have the file any more. Ask the sender to send it again.';
const TOO_LARGE = 'The file is larger than this gateway takes. Ask the sender for a smaller one.';
