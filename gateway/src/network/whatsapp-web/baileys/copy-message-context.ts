import type { Baileys } from './baileys.ts';

/**
 * Copies the context of a message that the account's phone wrote, such as the key of a poll, into the message. The phone
 * puts it beside the copy for its other devices, where Baileys drops it. Other plaintexts are returned as they are.
 */
export function copyMessageContext(
	{ proto, unpadRandomMax16, writeRandomPadMax16 }: Baileys,
	plaintext: Uint8Array,
): Uint8Array {
	try {
		const message = proto.Message.decode(unpadRandomMax16(plaintext));
		const copy = message.deviceSentMessage?.message;
		if (!copy || copy.messageContextInfo || !message.messageContextInfo) return plaintext;
		copy.messageContextInfo = message.messageContextInfo;
		return writeRandomPadMax16(proto.Message.encode(message).finish());
	} catch {
		// Baileys itself reports a message that it cannot decode.
		return plaintext;
	}
}
