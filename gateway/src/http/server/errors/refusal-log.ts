import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../domain/clock.ts';
import type { ErrorCode } from '../../../domain/error.ts';
import { REFUSAL_CODES } from '../../../observability/refusal-reasons.ts';

const REFUSALS: ReadonlySet<ErrorCode> = new Set(REFUSAL_CODES);

/** Milliseconds of a window, and most lines in it: a flood of refused requests must not fill the disk. */
const WINDOW = 60_000;
const LINES = 60;

/** Whether a request was refused because its caller may not do it. */
export function isRefusal({ errorCode }: FastifyRequest): boolean {
	return errorCode !== null && REFUSALS.has(errorCode);
}

/** Returns a function that logs a refused request: who sent it and why it was refused, never a whole key. */
export function refusalLogger(clock: Clock): (request: FastifyRequest, reason: string) => void {
	let windowEnd = 0;
	let lines = 0;
	let suppressed = 0;

	return (request, reason) => {
		const now = clock.now();
		if (now >= windowEnd) {
			windowEnd = now + WINDOW;
			lines = 0;
		}
		lines += 1;
		if (lines > LINES) {
			suppressed += 1;
			return;
		}
		const line = {
			reason,
			address: request.forwardedFor ?? request.ip,
			key: keyHint(request.headers.authorization),
			route: request.routeOptions.url ?? 'none',
			...(suppressed === 0 ? {} : { suppressed }),
		};
		suppressed = 0;
		request.log.info(line, 'request refused');
	};
}

/** The beginning of one of our keys; of any other text, which may be another program's secret, a digest's beginning. */
function keyHint(authorization: string | undefined): string | null {
	if (authorization === undefined) return null;
	const ours = /^Bearer (mgw_\w{4})/i.exec(authorization)?.[1];
	return ours ?? `sha256:${createHash('sha256').update(authorization).digest('hex').slice(0, 8)}`;
}
