import type { WASocket } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { withTimeLimit } from '../../../lib/concurrency/with-time-limit.ts';
import { refusalCode } from '../errors/refusal-code.ts';

/** Codes with which WhatsApp answers that there is no picture, or that the account may not see it. */
const NONE = new Set([401, 403, 404]);

/** Milliseconds WhatsApp has to answer, unless the caller says otherwise. */
const TIMEOUT = 20_000;

/**
 * Fetches the URL of somebody's picture; null: there is none, or the account may not see it. Throws where WhatsApp
 * answers with another error, or not within `limit` milliseconds, which are fewer than those after which Baileys
 * answers itself, as if there were none.
 */
export async function fetchPicture(
	{ profilePictureUrl }: Pick<WASocket, 'profilePictureUrl'>,
	jid: string,
	{ clock, limit = TIMEOUT }: { clock: Clock; limit?: number },
): Promise<string | null> {
	try {
		return (await withTimeLimit(clock, limit, () => profilePictureUrl(jid, 'image'), tooLate)) ?? null;
	} catch (error) {
		const code = refusalCode(error);
		if (code !== null && NONE.has(code)) return null;
		throw error;
	}
}

function tooLate(seconds: number): string {
	return `WhatsApp did not return a picture within ${seconds} seconds.`;
}
