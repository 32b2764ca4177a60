import type { ReceivedUpload } from '../../media/receive-upload.ts';
import { mediaUrlOf } from '../../outbound/media/upload-url.ts';
import type { Upload } from './schema.ts';

/** An uploaded file, as the API shows it. */
export function uploadView({ id, filename, size, format }: ReceivedUpload): Upload {
	const { mediaType, mimeType } = format;
	return { mediaId: id, mediaUrl: mediaUrlOf(id), mediaType, mimeType, filename, size };
}
