import { setImmediate as nextIteration } from 'node:timers/promises';
import { openConnectionOf, type Device, type DeviceConnection } from '../device.ts';
import { codeOf } from '../../../lib/errors/error-code.ts';
import { statusCodeOf } from '../socket/close-reason.ts';
import type { DecryptedMessage } from './decryption/decrypt-message.ts';
import type { HistoryReceiver } from './history-receiver.ts';
import type { PlaceholderResends } from './undecryptable/placeholder-resends.ts';

/** Statuses with which the media host reports that a part of the history was deleted. */
const DELETED = new Set([403, 404, 410]);

/** The code of Node's errors, and of ours, about data that exceeds its limit once decompressed or decoded. */
const TOO_LARGE_CODE = 'ERR_BUFFER_TOO_LARGE';

const GONE = 'WhatsApp no longer has a part of the history; it is not imported';
const TOO_LARGE = 'a part of the history is larger than any real one; it is not imported';

/**
 * Handles a protocol message of the account's phone: it contains a part of the history, keys, or messages that the
 * phone resends. Resolves when the content is durable. Throws where its download failed and a retry may succeed.
 */
export async function handleProtocolMessage(
	device: Device,
	{ history, resends }: { history: HistoryReceiver; resends: PlaceholderResends },
	decrypted: DecryptedMessage,
): Promise<void> {
	await resends.receiveResponse(decrypted);
	const hasHistory = Boolean(decrypted.message.message?.protocolMessage?.historySyncNotification);
	const work = (): Promise<void> => handleContent(device, history, decrypted);
	await (hasHistory ? history.limitImports(work) : work());
}

async function handleContent(
	device: Device,
	history: HistoryReceiver,
	decrypted: DecryptedMessage,
): Promise<void> {
	let { connection } = decrypted;
	await upsert(device, connection, decrypted);
	// A connection that has ended emits nothing: the next connection downloads the same part again.
	while (!connection.socket.ws.isOpen) {
		// Its end may not be known yet.
		await nextIteration();
		connection = await openConnectionOf(device);
		await upsert(device, connection, decrypted);
	}
	connection.socket.ev.flush();
	await history.recorded();
}

async function upsert(
	{ log, instanceId }: Device,
	{ socket }: DeviceConnection,
	{ message }: DecryptedMessage,
): Promise<void> {
	try {
		await socket.upsertMessage(message, 'append');
	} catch (error) {
		const isTooLarge = codeOf(error) === TOO_LARGE_CODE;
		if (!isTooLarge && !DELETED.has(statusCodeOf(error))) throw error;
		log.warn({ err: error, instanceId }, isTooLarge ? TOO_LARGE : GONE);
	}
}
