import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { sleep, type Clock } from '../../../domain/clock.ts';
import { partOf, UnsatisfiableRange, type ByteRange } from '../../byte-range.ts';
import { parseObjectPage, textOf, type ObjectPage } from './object-list.ts';
import { describeBody, type RequestBody } from './request-body.ts';
import { isAboutExistence, isTransient, isUnsatisfiable, S3Error } from './s3-error.ts';
import { toObject, type S3Object } from './s3-object.ts';
import { codeIn, limitTime, readText, TIME_LIMIT } from './s3-response.ts';
import { urlOf, type S3Target } from './s3-target.ts';

interface GetOptions {
	passedOn: boolean;
	/** Absent or null: the whole object. */
	range?: ByteRange | null;
}

/** The objects of a folder in a bucket. Keys are relative to the folder. */
export interface S3Client {
	target: S3Target;
	/** Whether the last request succeeded; true before the first one. */
	isReachable(): boolean;
	/** Creates an object, or replaces it, from a local file or a short text. It is durable when this resolves. */
	put(key: string, body: { path: string } | string): Promise<void>;
	/** Creates an object from a short text, unless it exists already; servers of old versions replace it. */
	putNew(key: string, body: string): Promise<void>;
	/**
	 * Returns null if there is no such object. Throws UnsatisfiableRange. The body must be read or destroyed; reading it
	 * fails where it arrives slower than SLOWEST_SPEED, or than SLOWEST_PASSED_ON for a body that is read only as fast as a
	 * client takes it.
	 */
	get(key: string, options?: GetOptions): Promise<S3Object | null>;
	/** Copies an object on the server. Returns false if there is no such object. */
	copy(from: string, to: string): Promise<boolean>;
	/** Deletes an object, if it exists. */
	delete(key: string): Promise<void>;
	/** Lists at most 1000 objects whose keys begin with `prefix`, in the order of their keys. */
	list(options: { prefix: string; delimiter?: string; token?: string | null }): Promise<ObjectPage>;
	/** Aborts all requests. */
	close(): Promise<void>;
}

/** Milliseconds to connect, and between two parts of an answer. */
const CONNECT_TIMEOUT = 5000;
const IDLE_TIMEOUT = 30_000;
/** The slowest speeds, in bytes per millisecond: of the gateway's own reads and writes, and of reads by clients. */
const SLOWEST_SPEED = 100;
const SLOWEST_PASSED_ON = 1;
/** Milliseconds before each retry of a request that the server could not answer. */
const RETRY_DELAYS = [200, 1000];
/** The most connections to the server. */
const MAX_CONNECTIONS = 32;

/**
 * Called with the error of the first request that fails after others did not, and with null when one succeeds again.
 * Not called before the first success.
 */
export type OnOutage = (error: unknown) => void;

interface S3Request {
	method: 'GET' | 'PUT' | 'DELETE';
	key: string;
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: { path: string } | string;
	/** The slowest speed of the answer, in bytes per millisecond; absent: SLOWEST_SPEED. */
	slowest?: number;
}

/**
 * Creates a client of an S3 server. Every request is signed, also its body, and retried twice where the server does
 * not answer or is overloaded. Methods throw S3Error for a refusal, and other errors where there was no answer.
 */
export function createS3Client(target: S3Target, clock: Clock, onOutage: OnOutage): S3Client {
	const agent = new Agent({
		connect: { timeout: CONNECT_TIMEOUT },
		connections: MAX_CONNECTIONS,
		headersTimeout: IDLE_TIMEOUT,
		bodyTimeout: IDLE_TIMEOUT,
	});
	const { accessKeyId, secretAccessKey, region, prefix } = target;
	const signingKeys = new Map<string, ArrayBuffer>();
	/** Null: no request has succeeded yet, so a failure ends the start. */
	let isReachable: boolean | null = null;

	function succeeded(): void {
		if (isReachable === false) onOutage(null);
		isReachable = true;
	}

	function failed(error: unknown): void {
		if (isReachable === null) return;
		if (isReachable) onOutage(error);
		isReachable = false;
	}

	async function sendOnce(
		{ method, key, query = {}, headers = {}, slowest = SLOWEST_SPEED }: S3Request,
		body: RequestBody,
	): Promise<Dispatcher.ResponseData> {
		const url = urlOf(target, key);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
		const signed = await new AwsV4Signer({
			method,
			url: url.href,
			headers: { ...headers, 'x-amz-content-sha256': body.sha256 },
			accessKeyId,
			secretAccessKey,
			service: 's3',
			region,
			cache: signingKeys,
			datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
		}).sign();
		const deadline = new AbortController();
		const cancel = clock.schedule(TIME_LIMIT + body.size / SLOWEST_SPEED, () => {
			deadline.abort(new Error('The S3 server did not answer in time.'));
		});
		const content = body.open();
		try {
			const response = await agent.request({
				origin: url.origin,
				path: url.pathname + url.search,
				method,
				headers: {
					...Object.fromEntries(signed.headers),
					...(method === 'PUT' ? { 'content-length': String(body.size) } : {}),
				},
				...(method === 'PUT' ? { body: content } : {}),
				signal: deadline.signal,
			});
			limitTime(clock, response, slowest);
			return response;
		} finally {
			cancel();
			if (typeof content !== 'string') content.destroy();
		}
	}

	/** Sends a request. Throws S3Error for any answer that is not a success. */
	async function send(one: S3Request): Promise<Dispatcher.ResponseData> {
		const body = await describeBody(one.body ?? '');
		for (let retries = 0; ; retries += 1) {
			const delay = RETRY_DELAYS[retries];
			try {
				const response = await sendOnce(one, body);
				if (response.statusCode < 200 || response.statusCode >= 300) {
					throw new S3Error(response.statusCode, await codeIn(response));
				}
				succeeded();
				return response;
			} catch (error) {
				if (isAboutExistence(error) || isUnsatisfiable(error)) throw error;
				if (delay === undefined || !isTransient(error)) {
					failed(error);
					throw error;
				}
			}
			await sleep(clock, delay);
		}
	}

	async function get(key: string, options: GetOptions = { passedOn: false }): Promise<S3Object | null> {
		const { passedOn, range = null } = options;
		if (range !== null && 'lastBytes' in range) {
			// Not every server can count from the end.
			const size = await sizeOf(key);
			return size === null ? null : get(key, { passedOn, range: partOf(range, size) });
		}
		const slowest = passedOn ? SLOWEST_PASSED_ON : SLOWEST_SPEED;
		const headers = range === null ? {} : { range: `bytes=${range.first}-${range.last ?? ''}` };
		const response = await nullIfMissing(send({ method: 'GET', key: prefix + key, headers, slowest })).catch(
			async (error: unknown) => {
				if (!isUnsatisfiable(error)) throw error;
				// Not every server says in its refusal how large the object is.
				const size = await sizeOf(key);
				if (size !== null) throw new UnsatisfiableRange(size);
				return null;
			},
		);
		return response === null ? null : toObject(response);
	}

	async function sizeOf(key: string): Promise<number | null> {
		const object = await get(key);
		object?.body.destroy();
		return object?.size ?? null;
	}

	async function sendAndDiscard(one: S3Request): Promise<void> {
		await (await send(one)).body.dump();
	}

	return {
		target,
		isReachable: () => isReachable ?? true,
		put: (key, body) => sendAndDiscard({ method: 'PUT', key: prefix + key, body }),
		putNew: (key, body) =>
			sendAndDiscard({ method: 'PUT', key: prefix + key, headers: { 'if-none-match': '*' }, body }).catch(
				(error: unknown) => {
					if (!isAboutExistence(error)) throw error;
				},
			),
		get,
		async copy(from, to) {
			const source = `/${target.bucket}/${prefix}${from}`;
			const headers = { 'x-amz-copy-source': source };
			const response = await nullIfMissing(send({ method: 'PUT', key: prefix + to, headers }));
			if (response === null) return false;
			// A copy that fails on the way is answered with status 200 and an error.
			const answer = await readText(response);
			if (!answer.includes('<CopyObjectResult')) throw new S3Error(500, textOf(answer, 'Code') ?? '');
			return true;
		},
		delete: (key) =>
			nullIfMissing(sendAndDiscard({ method: 'DELETE', key: prefix + key })).then(() => undefined),
		async list({ prefix: start, delimiter, token }) {
			const query = {
				'list-type': '2',
				prefix: prefix + start,
				...(delimiter === undefined ? {} : { delimiter }),
				...(typeof token === 'string' ? { 'continuation-token': token } : {}),
			};
			const page = parseObjectPage(await readText(await send({ method: 'GET', key: '', query })));
			return {
				objects: page.objects.map((object) => ({ ...object, key: object.key.slice(prefix.length) })),
				prefixes: page.prefixes.map((one) => one.slice(prefix.length)),
				next: page.next,
			};
		},
		close: () => agent.destroy(),
	};
}

/** A missing bucket is an error of its own. */
async function nullIfMissing<T>(sent: Promise<T>): Promise<T | null> {
	return sent.catch((error: unknown) => {
		if (isAboutExistence(error)) return null;
		throw error;
	});
}
