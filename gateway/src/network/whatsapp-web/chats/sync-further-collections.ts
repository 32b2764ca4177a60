import type { BinaryNode, WAPatchName } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';

/**
 * Syncs the collections of the app state after the first one that a notification names: Baileys syncs that one only, and
 * the changes of the others would wait for the next notification about them.
 */
export function syncFurtherCollections(
	{ baileys, log, instanceId }: Pick<Device, 'baileys' | 'log' | 'instanceId'>,
	{ socket }: DeviceConnection,
): void {
	const known: ReadonlySet<string> = new Set(baileys.ALL_WA_PATCH_NAMES);

	socket.ws.on('CB:notification,type:server_sync', ({ content }: BinaryNode) => {
		const names = (Array.isArray(content) ? content : [])
			.filter(({ tag }) => tag === 'collection')
			.map(({ attrs }) => attrs.name ?? '');
		const further = [...new Set(names)].slice(1).filter((name): name is WAPatchName => known.has(name));
		if (further.length === 0) return;
		socket.resyncAppState(further, false).catch((error: unknown) => {
			log.warn({ err: error, instanceId, further }, 'changes of the app state could not be read');
		});
	});
}
