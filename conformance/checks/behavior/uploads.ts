import { at, textAt } from '../../document/schema.ts';
import { formatExchange, type Call } from '../../client/session.ts';
import { MEDIA_FILES } from '../../server/media-files.ts';
import { multipart, type Part } from '../../fixtures/multipart.ts';
import { SILENT_PHONE } from '../../fixtures/fixtures.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'uploads';
const PIXEL: Part = { name: 'file', filename: 'pixel.png', type: 'image/png', media: 'pixel.png' };
const PNG = MEDIA_FILES['pixel.png']?.bytes ?? Buffer.alloc(0);
const MEBIBYTE = 1024 * 1024;

/** Invalid uploads with their error codes. */
const REFUSED: readonly (readonly [string, string, Call])[] = [
	['no part', 'invalid_parameters', multipart([])],
	['two files', 'invalid_parameters', multipart([PIXEL, PIXEL])],
	['an empty file', 'unsupported_media_type', multipart([{ ...PIXEL, media: Buffer.alloc(0) }])],
	['an incomplete body', 'invalid_parameters', truncate(multipart([PIXEL]))],
	[
		'a page',
		'unsupported_media_type',
		multipart([{ ...PIXEL, filename: 'a.html', type: 'text/html', media: 'page.html' }]),
	],
	['a page named as a picture', 'unsupported_media_type', multipart([{ ...PIXEL, media: 'page.html' }])],
	['a picture over 5 MB', 'media_too_large', multipart([{ ...PIXEL, media: paddedPixel(6 * MEBIBYTE) }])],
	['a too large Content-Length', 'payload_too_large', withTooLargeLength(multipart([PIXEL]))],
];

/** Checks that valid uploads are sent and downloaded unchanged, and that invalid ones are rejected. */
export async function checkUploads({ session, fixtures, known, report }: Context): Promise<void> {
	for (const [what, code, call] of REFUSED) {
		expectError(report, KIND, what, await session.send('POST /v1/media', call), [code]);
	}
	for (const part of [
		PIXEL,
		{ ...PIXEL, filename: 'naïve “name”.txt', type: 'text/plain', media: 'note.txt' },
	]) {
		const uploaded = await session.send('POST /v1/media', multipart([part]));
		const mediaUrl = at(uploaded.response.json, 'data.mediaUrl');
		const mediaType = at(uploaded.response.json, 'data.mediaType');
		const kept = at(uploaded.response.json, 'data.filename') === part.filename;
		report.check(KIND, `${part.filename}: the name`, kept, () => formatExchange(uploaded));
		const body = { instanceId: known.instanceId, to: SILENT_PHONE, mediaUrl, mediaType };
		const sent = await session.send('POST /v1/messages/send', { body });
		const messageId = textAt(sent.response.json, 'messageId');
		await fixtures.untilSent(messageId);
		const file = await session.send('GET /v1/messages/{}/media', { path: { messageId } });
		const bytes = typeof part.media === 'string' ? MEDIA_FILES[part.media]?.bytes : part.media;
		const same = bytes !== undefined && file.response.bytes.equals(bytes);
		report.check(KIND, `${part.filename}: the bytes`, same, () => formatExchange(file));
		const type = file.response.headers['content-type'] ?? '';
		report.check(KIND, `${part.filename}: the type`, type.startsWith(part.type), () => type);
		await checkParts({ session, report }, messageId, file.response.bytes);
	}
}

/** Checks that a file can be read in parts, and that a client that has it gets nothing (RFC 9110). */
async function checkParts(
	{ session, report }: Pick<Context, 'session' | 'report'>,
	messageId: string,
	file: Buffer,
): Promise<void> {
	const get = (headers: Record<string, string>) =>
		session.send('GET /v1/messages/{}/media', { path: { messageId }, headers });
	for (const [range, from, to] of [
		['bytes=1-3', 1, 4],
		['bytes=5-', 5, file.length],
		['bytes=-2', file.length - 2, file.length],
	] as const) {
		const part = await get({ range });
		const { status, headers, bytes } = part.response;
		const isPart = status === 206 && bytes.equals(file.subarray(from, to));
		const isNamed = headers['content-range'] === `bytes ${from}-${to - 1}/${file.length}`;
		report.check(KIND, `the range ${range}`, isPart && isNamed, () => formatExchange(part));
	}
	const etag = (await get({})).response.headers.etag ?? '';
	const unchanged = await get({ 'if-none-match': etag });
	const { status, bytes } = unchanged.response;
	report.check(KIND, 'a file that the client has', status === 304 && bytes.length === 0, () =>
		formatExchange(unchanged),
	);
}

/** Returns a picture of this size, padded after its end. */
function paddedPixel(size: number): Buffer {
	return Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
}

function truncate(call: Call): Call {
	return { ...call, raw: Buffer.from(call.raw ?? '').subarray(0, -20) };
}

function withTooLargeLength(call: Call): Call {
	return {
		...call,
		headers: { ...call.headers, connection: 'close', 'content-length': String(200 * MEBIBYTE) },
	};
}
