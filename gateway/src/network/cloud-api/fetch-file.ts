import { GatewayError } from '../../domain/error.ts';
import { cutAtLimit } from '../../media/cut-at-limit.ts';
import type { MediaFile } from '../driver.ts';
import type { FileKeeper } from '../file-keeper.ts';
import { GraphError, verdictOf } from './graph-error.ts';
import type { FileAtMeta } from './incoming-content.ts';
import { textIn } from './json.ts';
import type { Line } from './line.ts';

/**
 * Fetches the file of a message from Meta. Null where it will never be had: it is gone, or too large. Throws where
 * it may be had later.
 */
export async function fetchFile(line: Line, file: FileAtMeta, files: FileKeeper): Promise<MediaFile | null> {
	try {
		const { phoneNumberId } = line.account.credentials;
		const answer = await line.ask({
			path: `/${encodeURIComponent(file.id)}`,
			query: { phone_number_id: phoneNumberId },
		});
		const url = textIn(answer, 'url');
		if (url === null) return null;
		const { body } = await line.download(url);
		const { path } = await files.keep(line.instanceId, cutAtLimit(body, file.mediaType));
		const { mimeType, filename, caption } = file;
		return { path, mimeType, filename, caption };
	} catch (error) {
		if (error instanceof GraphError && verdictOf(error) === 'refused') return null;
		if (error instanceof GatewayError && error.code === 'media_too_large') return null;
		throw error;
	}
}
