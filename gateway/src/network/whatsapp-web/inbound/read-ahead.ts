import type { BinaryNode } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';
import { isLid, isPhoneJid } from '../identity/jid.ts';
import { sessionKey } from '../session/auth-state.ts';

/**
 * Starts to read the Signal session with the sender of a message. Messages are decrypted one after the other; those that
 * arrive together share one query instead of waiting for one each.
 */
export function readSessionAhead(
	{ unitOfWork }: Device,
	{ socket }: DeviceConnection,
	{ attrs }: BinaryNode,
): void {
	const sender = attrs.participant ?? attrs.from ?? '';
	// Sessions are stored by LID where it is known.
	const jid = [sender, attrs.participant_lid, attrs.sender_lid].find((one) => isLid(one ?? '')) ?? sender;
	if (!isLid(jid) && !isPhoneJid(jid)) return;
	const address = socket.signalRepository.jidToSignalProtocolAddress(jid);
	// The decryption reads it again.
	unitOfWork.read([sessionKey(address)]).catch(() => undefined);
}
