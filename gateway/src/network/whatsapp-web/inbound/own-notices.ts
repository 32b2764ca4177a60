import type { Device } from '../device.ts';
import type { HistoryReceiver } from './history.ts';
import type { OpenedMessage } from './open-message.ts';
import type { PhoneRequests } from './phone-requests.ts';

/** Statuses with which the media host says that a part of the history is gone. */
const GONE = new Set([403, 404, 410]);

/**
 * Handles what the account's phone tells its devices: parts of the history, keys, and messages it was asked for.
 * Resolves when what it handed over is durable. Throws where that could not be had and may be later.
 */
export async function takeOwnNotice(
	{ log, instanceId }: Device,
	{ history, requests }: { history: HistoryReceiver; requests: PhoneRequests },
	opened: OpenedMessage,
): Promise<void> {
	const { link, message } = opened;
	await requests.takeAnswers(opened);
	try {
		await link.socket.upsertMessage(message, 'append');
	} catch (error) {
		if (!GONE.has(statusOf(error))) throw error;
		log.warn({ err: error, instanceId }, 'a part of the history is gone at WhatsApp; it is left out');
	}
	link.socket.ev.flush();
	await history.recorded();
}

function statusOf(error: unknown): number {
	const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
	return typeof output?.statusCode === 'number' ? output.statusCode : 0;
}
