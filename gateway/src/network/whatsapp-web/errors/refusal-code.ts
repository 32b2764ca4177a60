import { statusCodeOf } from '../socket/close-reason.ts';

/** The code in the error of a query that WhatsApp did not answer in time. */
export const TIMED_OUT = 408;

/** The code of a request that WhatsApp refused; null: the request failed without an answer of WhatsApp. */
export function refusalCode(error: unknown): number | null {
	const { data, output } = (error ?? {}) as { data?: unknown; output?: unknown };
	if (typeof data === 'number') return data === TIMED_OUT ? null : data;
	if (data === undefined || output === undefined) return null;
	const code = statusCodeOf(error);
	return code >= 400 && code < 500 && code !== TIMED_OUT && code !== 428 ? code : null;
}

/** Whether an error is that of a query which WhatsApp refused or did not answer in time. */
export function isQueryError(error: unknown): boolean {
	return typeof (error as { data?: unknown } | null)?.data === 'number';
}
