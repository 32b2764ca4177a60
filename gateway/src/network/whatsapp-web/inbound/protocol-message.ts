import type { Device } from '../device.ts';
import { codeOf } from '../../../lib/error-code.ts';
import { statusCodeOf } from '../socket/close-reason.ts';
import type { DecryptedMessage } from './decrypt-message.ts';
import type { HistoryReceiver } from './history-receiver.ts';
import type { PlaceholderResends } from './placeholder-resends.ts';

/** Statuses with which the media host reports that a part of the history was deleted. */
const DELETED = new Set([403, 404, 410]);

/** The code of Node's errors, and of ours, about data that exceeds its limit once decompressed. */
const DECOMPRESSED_TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

const GONE = 'WhatsApp no longer has a part of the history; it is not imported';
const TOO_LARGE = 'a part of the history is larger than any real one; it is not imported';

/**
 * Handles a protocol message of the account's phone: it contains a part of the history, keys, or messages that the
 * phone resends. Resolves when the content is durable. Throws where its download failed and a retry may succeed.
 */
export async function handleProtocolMessage(
	{ log, instanceId }: Device,
	{ history, resends }: { history: HistoryReceiver; resends: PlaceholderResends },
	decrypted: DecryptedMessage,
): Promise<void> {
	const { connection, message } = decrypted;
	await resends.receiveResponse(decrypted);
	try {
		await connection.socket.upsertMessage(message, 'append');
	} catch (error) {
		const isTooLarge = codeOf(error) === DECOMPRESSED_TOO_LARGE;
		if (!isTooLarge && !DELETED.has(statusCodeOf(error))) throw error;
		log.warn({ err: error, instanceId }, isTooLarge ? TOO_LARGE : GONE);
	}
	connection.socket.ev.flush();
	await history.recorded();
}
