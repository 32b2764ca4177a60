import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world.ts';

/** The behavior of the media host on downloads. */
export interface MediaBehavior {
	/** The path of the download; `next`: the next one; absent: any. */
	path?: string;
	/**
	 * - `status`: answered with `status`; `redirect`: redirected to `location`.
	 * - `cut`: the connection breaks; `stall`: no more bytes; `trickle`: then one byte every `pause`.
	 * - `slow`: sent completely, in twenty parts with a `pause` between them.
	 * - `wrong_length`: a Content-Length of `length`, or twice the true one, and an orderly end.
	 * - `empty`; `garbage`: as many random bytes; `too_large`: `length` bytes without a Content-Length.
	 */
	kind:
		| 'status'
		| 'cut'
		| 'stall'
		| 'trickle'
		| 'redirect'
		| 'wrong_length'
		| 'empty'
		| 'too_large'
		| 'garbage'
		| 'slow';
	/** The part of the file that is sent before it happens, from 0 to 1. */
	at?: number;
	status?: number;
	location?: string;
	length?: number;
	/** Milliseconds. */
	pause?: number;
	/** Remaining uses; absent: always, but `next` once. */
	times?: number;
}

const PARTS = 20;
/** Bytes of a file that is too large, by default. */
const VERY_LARGE = 2 ** 30;

/** Returns the first behavior that matches a download, and counts it down. */
export function takeMediaBehavior(world: World, path: string): MediaBehavior | null {
	const matches = (one: MediaBehavior) => one.path === undefined || one.path === 'next' || one.path === path;
	const found = world.mediaBehaviors.find(matches);
	if (found === undefined) return null;
	found.times = (found.times ?? (found.path === 'next' ? 1 : Infinity)) - 1;
	if (found.times <= 0) world.mediaBehaviors.splice(world.mediaBehaviors.indexOf(found), 1);
	return found;
}

/** Answers a download with a behavior. Resolves when the response has ended or the client has disconnected. */
export async function applyBehavior(
	behavior: MediaBehavior,
	response: ServerResponse,
	file: Buffer,
): Promise<void> {
	const { kind, at = 0.5, pause = kind === 'slow' ? 100 : 1000 } = behavior;
	const before = file.subarray(0, Math.floor(file.length * at));
	switch (kind) {
		case 'status':
			response.writeHead(behavior.status ?? 404).end('{}');
			return;
		case 'redirect':
			response.writeHead(behavior.status ?? 302, { location: behavior.location ?? '' }).end();
			return;
		case 'empty':
			response.writeHead(200, { 'content-length': 0 }).end();
			return;
		case 'garbage':
			response.writeHead(200, { 'content-length': file.length }).end(randomBytes(file.length));
			return;
		case 'wrong_length':
			response.socket?.end(
				Buffer.concat([
					Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${behavior.length ?? file.length * 2}\r\n\r\n`),
					file,
				]),
			);
			return;
		case 'too_large':
			await writeZeros(response.writeHead(200), behavior.length ?? VERY_LARGE);
			return;
		case 'slow':
			response.writeHead(200, { 'content-length': file.length });
			await writeSlowly(response, file, Math.ceil(file.length / PARTS), pause);
			response.end();
			return;
		case 'cut':
		case 'stall':
		case 'trickle':
			response.writeHead(200, { 'content-length': file.length });
			response.flushHeaders();
			if (before.length > 0) await new Promise((resolve) => response.write(before, resolve));
			if (kind === 'cut') response.socket?.resetAndDestroy();
			if (kind === 'trickle') await writeSlowly(response, file.subarray(before.length), 1, pause);
	}
}

/** Writes part after part, with a pause before each. */
async function writeSlowly(
	response: ServerResponse,
	bytes: Buffer,
	size: number,
	pause: number,
): Promise<void> {
	for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
		await sleep(pause);
		response.write(bytes.subarray(start, start + size));
	}
}

/** Writes zeros with backpressure. */
async function writeZeros(response: ServerResponse, length: number): Promise<void> {
	const part = Buffer.alloc(2 ** 16);
	for (let written = 0; written < length && !response.destroyed; written += part.length) {
		await new Promise<void>((resolve) => {
			const go = () => {
				response.off('close', go);
				resolve();
			};
			response.once('close', go);
			response.write(part.subarray(0, length - written), go);
		});
	}
	response.end();
}
