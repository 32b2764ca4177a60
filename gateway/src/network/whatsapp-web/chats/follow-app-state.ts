import type { BinaryNode, WAPatchName } from 'baileys';
import type { Cancel } from '../../../domain/clock.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { signalKeyStore } from '../session/auth-state.ts';

/** Milliseconds after which collections that are still behind are synced again, each after the one before. */
const RETRIES = [60_000, 10 * 60_000, 60 * 60_000];

/** Syncs the collections of the app state where Baileys does not. */
export interface AppStateFollower {
	attach(connection: DeviceConnection): void;
}

/**
 * Syncs what notifications name and Baileys leaves out: it syncs the first collection of a notification only, and it
 * acknowledges the notification where that fails, for example by an error of WhatsApp. The changes would wait for the next
 * notification about the same collection.
 */
export function createAppStateFollower(device: Device): AppStateFollower {
	const { baileys, clock, log, instanceId } = device;
	const keys = signalKeyStore(device.unitOfWork, baileys);
	/** The newest versions that notifications have named. */
	const newest = new Map<WAPatchName, number>();
	let cancelRetry: Cancel | null = null;

	device.closeSignal.addEventListener('abort', () => cancelRetry?.());

	function logFailure(error: unknown): void {
		if (device.isClosed()) return;
		log.warn({ err: error, instanceId }, 'changes on other devices of the account could not be read');
	}

	function scheduleRetry(attempt: number): void {
		const delay = RETRIES[attempt];
		if (delay === undefined) {
			newest.clear();
			cancelRetry = null;
			return;
		}
		cancelRetry = clock.schedule(delay, async () => {
			await retry().catch(logFailure);
			if (newest.size > 0) {
				scheduleRetry(attempt + 1);
			} else {
				cancelRetry = null;
			}
		});
	}

	async function retry(): Promise<void> {
		await forgetSynced();
		if (newest.size === 0) return;
		const { socket } = await device.connection();
		await socket.resyncAppState([...newest.keys()], false);
		await forgetSynced();
	}

	async function forgetSynced(): Promise<void> {
		const stored = await keys.get('app-state-sync-version', [...newest.keys()]);
		for (const [name, version] of newest) {
			if ((stored[name]?.version ?? 0) >= version) newest.delete(name);
		}
	}

	return {
		attach({ socket }) {
			socket.ws.on('CB:notification,type:server_sync', (node: BinaryNode) => {
				const named = collectionsIn(node, baileys.ALL_WA_PATCH_NAMES);
				for (const [name, version] of named) newest.set(name, Math.max(version, newest.get(name) ?? 0));
				if (named.size > 0 && cancelRetry === null) scheduleRetry(0);
				const further = [...named.keys()].slice(1);
				if (further.length > 0) socket.resyncAppState(further, false).catch(logFailure);
			});
		},
	};
}

/** The collections that a notification names, with their versions; 0: without one. */
function collectionsIn({ content }: BinaryNode, known: readonly WAPatchName[]): Map<WAPatchName, number> {
	const named = (Array.isArray(content) ? content : []).flatMap(({ tag, attrs }): [WAPatchName, number][] => {
		const name = known.find((one) => one === attrs.name);
		return tag === 'collection' && name !== undefined ? [[name, Number(attrs.version) || 0]] : [];
	});
	return new Map(named);
}
