import type { BinaryNode } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';
import { isIgnoredJid, isPhoneJid } from './jid.ts';

/** The attributes that contain the LID of a stanza's sender. */
const LIDS = ['participant_lid', 'sender_lid'] as const;

/**
 * Starts to find the LIDs of people whom WhatsApp names by phone number alone when their stanzas arrive. The stanzas are
 * handled one after the other, and each would wait for a query of its own; so those that arrive together share one.
 */
export function findLidsAhead(
	device: Pick<Device, 'isClosed'>,
	{ socket }: Pick<DeviceConnection, 'socket'>,
): void {
	const find = ({ attrs }: BinaryNode): void => {
		const sender = attrs.participant ?? attrs.from ?? '';
		if (device.isClosed() || !isPhoneJid(sender) || isIgnoredJid(attrs.from ?? '')) return;
		if (LIDS.some((name) => attrs[name] !== undefined)) return;
		socket.signalRepository.lidMapping.getLIDForPN(sender).catch(() => undefined);
	};
	socket.ws.prependListener('CB:message', find);
	socket.ws.prependListener('CB:notification', find);
}
