import { statusCodeOf } from '../socket/close-reason.ts';

/** The code of a request that WhatsApp refused; null: the request failed without an answer of WhatsApp. */
export function refusalCode(error: unknown): number | null {
	const { data, output } = (error ?? {}) as { data?: unknown; output?: unknown };
	if (typeof data === 'number') return data;
	if (data === undefined || output === undefined) return null;
	const code = statusCodeOf(error);
	return code >= 400 && code < 500 && code !== 408 && code !== 428 ? code : null;
}
