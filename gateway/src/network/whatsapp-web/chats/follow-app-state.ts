import { setImmediate as nextIteration } from 'node:timers/promises';
import type { BinaryNode, WAPatchName, WASocket } from 'baileys';
import type { Cancel } from '../../../domain/clock.ts';
import type { Device, DeviceConnection } from '../device.ts';
import type { UnrecordedVersions, Versions } from './unrecorded-versions.ts';

/** Milliseconds after which collections that are still behind are synced again, each after the one before. */
const RETRIES = [60_000, 10 * 60_000, 60 * 60_000];

/** Syncs the collections of the app state where Baileys does not. */
export interface AppStateFollower {
	attach(connection: DeviceConnection): void;
	/** Syncs what an earlier connection has not recorded. */
	onOpen(connection: DeviceConnection): void;
	/** Adds work that records changes of the app state. */
	track(recording: Promise<void>): void;
	/**
	 * Call it when a sync has read versions, before Baileys emits their changes. Calls `release` with whether these are
	 * recorded; otherwise they are read again on another connection.
	 */
	onSynced(socket: WASocket, versions: Versions, release: (areRecorded: boolean) => void): void;
}

/**
 * Syncs the collections in notifications that Baileys leaves out: Baileys syncs the first collection of a notification
 * only, and it acknowledges the notification where that fails, for example by an error of WhatsApp. The changes would
 * wait for the next notification about the same collection. So would changes that were read and not recorded, because
 * Baileys drops unemitted events when a connection ends.
 */
export function createAppStateFollower(device: Device, unrecorded: UnrecordedVersions): AppStateFollower {
	const { baileys, unitOfWork, clock, log, instanceId } = device;
	/** Whether all changes that were tracked on this connection are recorded. */
	let tracked = Promise.resolve(true);
	/** Resolves when the versions of all syncs so far are released. */
	let released: Promise<unknown> = Promise.resolve();
	let cancelRetry: Cancel | null = null;

	device.closeSignal.addEventListener('abort', () => cancelRetry?.());

	function logFailure(error: unknown): void {
		if (device.isClosed()) return;
		log.warn({ err: error, instanceId }, 'changes on other devices of the account could not be read');
	}

	function add(versions: Versions): void {
		unrecorded.add(versions);
		if (cancelRetry === null) scheduleRetry(0);
	}

	function scheduleRetry(attempt: number): void {
		const delay = RETRIES[attempt];
		if (delay === undefined) {
			unrecorded.clear();
			cancelRetry = null;
			return;
		}
		cancelRetry = clock.schedule(delay, async () => {
			// What could not be read may still be behind.
			const behind = await retry().catch((error: unknown) => {
				logFailure(error);
				return true;
			});
			if (behind) {
				scheduleRetry(attempt + 1);
			} else {
				cancelRetry = null;
			}
		});
	}

	/** Syncs the collections that are behind; returns whether some still are. */
	async function retry(): Promise<boolean> {
		const names = await unrecorded.prune();
		if (names.length === 0) return false;
		const { socket } = await device.connection();
		await socket.resyncAppState(names, false);
		await released;
		return (await unrecorded.prune()).length > 0;
	}

	/** Whether the changes that a sync has read are recorded, once they are or cannot be. */
	async function areRecorded({ ws, ev }: WASocket): Promise<boolean> {
		await nextIteration();
		// Baileys has emitted the changes by now, and buffers them for a while. A connection that ends drops its buffer.
		if (device.isClosed() || !ws.isOpen) return false;
		ev.flush();
		return tracked;
	}

	return {
		attach({ socket }) {
			tracked = Promise.resolve(true);
			socket.ws.on('CB:notification,type:server_sync', (node: BinaryNode) => {
				const named = collectionsIn(node, baileys.ALL_WA_PATCH_NAMES);
				if (named.size > 0) add(named);
				const further = [...named.keys()].slice(1);
				if (further.length > 0) socket.resyncAppState(further, false).catch(logFailure);
			});
		},
		onOpen({ socket }) {
			unrecorded
				.prune()
				.then(async (names) => {
					if (names.length === 0 || device.isClosed()) return;
					if (cancelRetry === null) scheduleRetry(0);
					if (socket.ws.isOpen) await socket.resyncAppState(names, false);
				})
				.catch(logFailure);
		},
		track(recording) {
			tracked = Promise.all([tracked, recording]).then(
				([before]) => before,
				() => false,
			);
		},
		onSynced(socket, versions, release) {
			add(versions);
			const sync = areRecorded(socket).then((recorded) => {
				release(recorded);
				return recorded ? unitOfWork.commit() : undefined;
			});
			released = Promise.all([released, sync.catch(logFailure)]);
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
