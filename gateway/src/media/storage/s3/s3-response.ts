import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import { textOf } from './object-list.ts';

/** Milliseconds for a request, and for its answer, besides the time a body takes at the slowest speed. */
export const TIME_LIMIT = 60_000;
/** The most bytes of an answer in XML: a page of 1000 objects has about 400 KB. */
const MAX_ANSWER = 4 * 1024 * 1024;

/**
 * Ends the body of an answer with an error where it is not complete in time: a slow body never exceeds the idle timeout.
 * `slowest` is the slowest speed, in bytes per millisecond.
 */
export function limitTime(clock: Clock, { headers, body }: Dispatcher.ResponseData, slowest: number): void {
	const size = Number(headers['content-length'] ?? MAX_ANSWER);
	const cancel = clock.schedule(TIME_LIMIT + size / slowest, () => {
		body.destroy(new Error('The S3 server did not send its whole answer in time.'));
	});
	// The reader of the body gets the error too; there may be none yet.
	body.on('error', () => undefined).once('close', cancel);
}

/** Returns S3's name of the error in an answer; empty: it has none. */
export async function codeIn(response: Dispatcher.ResponseData): Promise<string> {
	const code = textOf(await readText(response).catch(() => ''), 'Code') ?? '';
	return /^\w{1,100}$/.test(code) ? code : '';
}

/** Reads an answer in XML. Throws an Error for one of more than MAX_ANSWER bytes. */
export async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > MAX_ANSWER) throw new Error('The S3 server answered with more than 4 MB.');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}
