import type { Device } from '../device.ts';
import type { ReceivedMessage } from './decryption/decrypt-message.ts';
import type { Inbox } from './inbox.ts';
import { reportUnsupported } from './report-unsupported.ts';
import { nameOf } from './stanza-name.ts';

/**
 * Returns a function that records a message that crashed the process three times as unsupported, without decrypting it.
 * The message may be both in the inbox and delivered again; it is recorded once.
 */
export function createUnhandledMessages(
	device: Device,
	inbox: Pick<Inbox, 'remove'>,
): (received: ReceivedMessage) => Promise<void> {
	const { log, instanceId, unitOfWork } = device;
	/** The messages that this process has recorded. */
	const recordings = new Map<string, Promise<void>>();

	async function record({ connection, node, message }: ReceivedMessage): Promise<void> {
		log.error(
			{ instanceId, networkId: message.key.id },
			'the process died three times while it handled a message; the message is recorded as unsupported',
		);
		device.countFault('set_aside');
		await reportUnsupported(device, connection, message, 'unknown');
		inbox.remove(node);
		await unitOfWork.commit();
	}

	return (received) => {
		const name = nameOf(received.node);
		const recorded = recordings.get(name) ?? record(received);
		recordings.set(name, recorded);
		recorded.catch(() => recordings.delete(name));
		return recorded;
	};
}
