import type { BinaryNode } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';
import { isLid, isPhoneJid, userOf } from '../identity/jid.ts';
import { sessionKey, signalKey } from '../session/auth-state.ts';

/**
 * Starts to read what the decryption of a message reads of its sender. Messages are decrypted one after the other; those
 * that arrive together share one query instead of waiting for several each.
 */
export function readSenderAhead(
	{ unitOfWork }: Device,
	{ socket }: DeviceConnection,
	{ attrs }: BinaryNode,
): void {
	const sender = attrs.participant ?? attrs.from ?? '';
	const jids = [
		sender,
		attrs.participant_lid,
		attrs.sender_lid,
		attrs.participant_pn,
		attrs.sender_pn,
	].flatMap((jid) => jid ?? []);
	const lid = jids.find(isLid);
	const pn = jids.find(isPhoneJid);
	// Sessions are stored by LID where it is known.
	const jid = lid ?? pn;
	if (jid === undefined) return;
	const address = socket.signalRepository.jidToSignalProtocolAddress(jid);
	const keys = [sessionKey(address), signalKey('identity-key', address)];
	if (lid !== undefined) keys.push(signalKey('lid-mapping', `${userOf(lid)}_reverse`));
	if (pn !== undefined) keys.push(signalKey('lid-mapping', userOf(pn)));
	// A session that is stored by the phone number moves to the LID.
	if (lid !== undefined && pn !== undefined) keys.push(signalKey('device-list', userOf(pn)));
	// The decryption reads them again.
	unitOfWork.read(keys).catch(() => undefined);
}
