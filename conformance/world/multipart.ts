import type { Call } from '../exchange/session.ts';
import { MEDIA_FILES } from '../server/media-files.ts';

const BOUNDARY = 'conformance-boundary';

export interface Part {
	name: string;
	filename: string;
	type: string;
	/** A file of MEDIA_FILES, or the bytes themselves. */
	media: string | Buffer;
}

/** A call whose body is multipart/form-data. */
export function multipart(parts: readonly Part[]): Call {
	const chunks = parts.flatMap(({ name, filename, type, media }) => [
		Buffer.from(
			`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
		),
		typeof media === 'string' ? (MEDIA_FILES[media]?.bytes ?? Buffer.from(media)) : media,
		Buffer.from('\r\n'),
	]);
	return {
		raw: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
		headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
	};
}
