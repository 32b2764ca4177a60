import { ApiError } from './api-error.ts';

/** Milliseconds without progress: longer than a gateway waits for the one that has the instance's connection. */
const REQUEST_TIMEOUT = 90_000;
/** Milliseconds for an upload, whose progress fetch does not report: longer than the gateway allows for one. */
export const UPLOAD_TIMEOUT = 330_000;

interface Limited {
	/** Whether the request contains a file. */
	isUpload: boolean;
	/** Whether a repetition does no harm: the request changes nothing, uploads a file, or has an idempotency key. */
	isRepeatable: boolean;
	/** Aborted when the caller no longer needs the response. */
	signal: AbortSignal | undefined;
}

/**
 * Runs a request with a signal that aborts it when it makes no progress, or when the caller's signal aborts. `attempt`
 * calls `onProgress` with each part of a response that takes long. Throws an ApiError with the code `timeout`, or what
 * `attempt` throws.
 */
export async function withTimeLimit<T>(
	{ isUpload, isRepeatable, signal }: Limited,
	attempt: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
	const timeout = new AbortController();
	const expire = () => {
		timeout.abort();
	};
	let timer = setTimeout(expire, isUpload ? UPLOAD_TIMEOUT : REQUEST_TIMEOUT);
	const onProgress = () => {
		clearTimeout(timer);
		timer = setTimeout(expire, REQUEST_TIMEOUT);
	};
	const signals = signal === undefined ? [timeout.signal] : [timeout.signal, signal];
	try {
		return await attempt(AbortSignal.any(signals), onProgress);
	} catch (error) {
		throw timeout.signal.aborted ? timedOut(isRepeatable) : error;
	} finally {
		clearTimeout(timer);
	}
}

/** The error of a request that the gateway did not answer in time. */
export function timedOut(isRepeatable: boolean): ApiError {
	const next = isRepeatable
		? 'then try again.'
		: 'and look whether the change took effect before you try again.';
	return new ApiError(
		0,
		'timeout',
		`The gateway did not answer in time. Check that it is running and that you are connected, ${next}`,
	);
}
