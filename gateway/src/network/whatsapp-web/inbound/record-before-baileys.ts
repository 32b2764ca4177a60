import type { BinaryNode } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';

/**
 * Records stanzas of a kind before Baileys handles and acknowledges them, so that acknowledged reports are durable. A
 * stanza that could not be recorded is not acknowledged, so that WhatsApp delivers it again. `record` must add its
 * events to the unit of work.
 */
export function recordBeforeBaileys(
	device: Device,
	{ socket }: DeviceConnection,
	event: 'CB:notification' | 'CB:call',
	record: (node: BinaryNode) => Promise<void> | null,
): void {
	const { unitOfWork, log, instanceId } = device;
	const listeners = socket.ws.listeners(event) as ((node: BinaryNode) => void)[];
	for (const listener of listeners) socket.ws.off(event, listener);

	async function receive(recording: Promise<void>): Promise<void> {
		await recording;
		await unitOfWork.commit();
	}

	socket.ws.on(event, (node: BinaryNode) => {
		if (device.isClosed()) return;
		const pass = (): void => {
			for (const listener of listeners) listener(node);
		};
		let recording: Promise<void> | null;
		try {
			recording = record(node);
		} catch (error) {
			recording = Promise.reject(error instanceof Error ? error : new Error(String(error)));
		}
		if (recording === null) {
			pass();
			return;
		}
		receive(recording).then(pass, (error: unknown) => {
			if (device.isClosed() || !socket.ws.isOpen) return;
			log.warn({ err: error, instanceId, event }, 'a notification from WhatsApp could not be recorded');
		});
	});
}
