import type { BinaryNode } from 'baileys';
import type { Baileys } from '../../baileys/baileys.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { isLid, isPhoneJid, userOf } from '../../identity/jid.ts';
import { sessionKey, signalKey } from '../../session/auth-state.ts';

/**
 * Starts to read the session values that the decryption of a message needs of its sender. Messages are decrypted one
 * after the other; messages that arrive together share one query instead of several queries each.
 */
export function readSenderAhead(
	{ unitOfWork, baileys }: Device,
	{ socket }: DeviceConnection,
	node: BinaryNode,
): void {
	const { attrs } = node;
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
	const preKeyId = preKeyIdOf(node, baileys);
	if (preKeyId !== null) keys.push(signalKey('pre-key', preKeyId));
	// The decryption reads them again.
	unitOfWork.read(keys).catch(() => undefined);
}

/** The id of the key of this device with which somebody who has no session with it began one; null: nobody did. */
function preKeyIdOf(
	node: BinaryNode,
	{ proto, getBinaryNodeChildren }: Pick<Baileys, 'proto' | 'getBinaryNodeChildren'>,
): string | null {
	const { content } = getBinaryNodeChildren(node, 'enc').find(({ attrs }) => attrs.type === 'pkmsg') ?? {};
	if (!(content instanceof Uint8Array)) return null;
	try {
		// The first byte is the version of the protocol.
		const { preKeyId } = proto.PreKeySignalMessage.decode(content.subarray(1));
		return typeof preKeyId === 'number' ? String(preKeyId) : null;
	} catch {
		// The decryption reports the error of the message.
		return null;
	}
}
