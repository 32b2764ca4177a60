import type { MediaType } from 'baileys';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import type { Baileys } from '../baileys/baileys.ts';

/** Milliseconds without progress after which an upload has stalled. */
const STALLED_AFTER = 30_000;
/** Milliseconds a whole upload may take, however steadily it trickles: the largest file, on a slow line. */
const TIME_LIMIT = 15 * 60_000;
/** Most characters of an answer; WhatsApp's have some 300. */
const ANSWER_LIMIT = 64 * 1024;

/** Where a file lies, once it is uploaded. */
export interface Uploaded {
	mediaUrl: string;
	directPath: string;
}

export interface Upload {
	hostname: string;
	/** The authorization that WhatsApp gave the account for the host. */
	auth: string;
	mediaType: MediaType;
	/** The encrypted file, and the hash it is named by. */
	filePath: string;
	fileEncSha256B64: string;
}

/**
 * Uploads an encrypted file to one of WhatsApp's hosts. In Baileys' place: it would wait for ever where an answer does
 * not come, or breaks off. Throws what went wrong; nothing is left open then.
 */
export async function uploadFile(
	{
		agent,
		baileys,
		clock,
		closeSignal,
	}: { agent: Dispatcher; baileys: Baileys; clock: Clock; closeSignal: AbortSignal },
	{ hostname, auth, mediaType, filePath, fileEncSha256B64 }: Upload,
): Promise<Uploaded> {
	const name = baileys.encodeBase64EncodedStringForUpload(fileEncSha256B64);
	const { size } = await stat(filePath);
	const deadline = new AbortController();
	const cancel = clock.schedule(TIME_LIMIT, () => {
		deadline.abort(new Error('The upload took too long.'));
	});
	const file = createReadStream(filePath);
	try {
		const { statusCode, body } = await agent.request({
			origin: `https://${hostname}`,
			path: `${baileys.MEDIA_PATH_MAP[mediaType] ?? ''}/${name}`,
			query: { auth, token: name },
			method: 'POST',
			headers: {
				'content-type': 'application/octet-stream',
				'content-length': String(size),
				origin: baileys.DEFAULT_ORIGIN,
			},
			body: file,
			headersTimeout: STALLED_AFTER,
			bodyTimeout: STALLED_AFTER,
			signal: AbortSignal.any([closeSignal, deadline.signal]),
		});
		// The loop below throws its errors; until it has begun, this keeps them from ending the process.
		body.on('error', () => undefined);
		let answer = '';
		for await (const chunk of body.setEncoding('utf8')) {
			answer += String(chunk);
			if (answer.length > ANSWER_LIMIT) throw new Error('The answer to an upload is too long.');
		}
		const { url, direct_path: directPath } = fieldsOf(answer);
		if (typeof url === 'string' && typeof directPath === 'string') return { mediaUrl: url, directPath };
		throw new Error(`WhatsApp's media host took no upload, and answered with status ${statusCode}.`);
	} finally {
		cancel();
		file.destroy();
	}
}

/** The fields of a response; none where it is not a media host's JSON. */
function fieldsOf(answer: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(answer);
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch {
		return {};
	}
}
