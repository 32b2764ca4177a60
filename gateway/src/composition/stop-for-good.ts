import type { Logger } from 'pino';
import type { ClusterNode } from '../cluster/node.ts';
import type { Clock } from '../domain/clock.ts';
import type { Listener } from '../http/server/transport/listener.ts';
import { repeatEvery } from '../lib/loops/repeat-every.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import { errorLogger } from '../observability/log.ts';
import { DataFolderInUse, type DataFolderLock } from '../store/engine/sqlite/data-folder-lock.ts';
import { VERSION } from '../runtime/version.ts';

export interface StopDeps {
	clock: Clock;
	logger: Logger;
	listener: Pick<Listener, 'refuse'>;
	/** Sets why requests are refused, as a sentence. */
	setReason: (reason: () => string) => void;
	shutdownHooks: ShutdownHooks;
}

/**
 * Stops all components, and refuses requests, when another version has changed the database so that this one could not store
 * what it accepts. The process stays up and answers with the reason; the other gateways take over its instances and
 * messages.
 */
export function stopWhenIncompatible(node: ClusterNode, deps: StopDeps): void {
	const stopListening = node.onIncompatible((version) => {
		stopForGood(
			`The database was upgraded by version ${version} of the gateway, and this one (${VERSION}) cannot work on it any more: it has stopped. Start version ${version} or later in its place.`,
			deps,
		);
	});
	deps.shutdownHooks.add('check of the schema', stopListening);
}

/** Milliseconds between two checks that the data folder is still locked. */
const LOCK_INTERVAL = 1000;

/**
 * Stops all components, and refuses requests, when the lock file was deleted and another gateway has started on the data
 * folder since: both would send what is queued. Locks the folder again where none has.
 */
export function stopWhenUnlocked(lock: DataFolderLock, deps: StopDeps): void {
	const { clock, logger, shutdownHooks } = deps;
	const renew = (): void => {
		try {
			if (lock.renew()) logger.warn('gateway.lock was deleted while the gateway runs; it is locked again');
		} catch (error) {
			if (!(error instanceof DataFolderInUse)) throw error;
			stopForGood(
				'gateway.lock was deleted while this gateway ran, and another one has started on its data folder: this one has stopped. End its process, and leave gateway.lock where it is.',
				deps,
			);
		}
	};
	const check = (): Promise<void> =>
		new Promise((resolve) => {
			renew();
			resolve();
		});
	const onError = errorLogger(logger)('the data folder could not be locked again');
	shutdownHooks.add('check of the lock', repeatEvery(clock, LOCK_INTERVAL, check, onError));
}

/** Stops all components, and refuses requests with a sentence that says why. */
function stopForGood(sentence: string, { logger, listener, setReason, shutdownHooks }: StopDeps): void {
	if (shutdownHooks.isStopping()) return;
	logger.error(sentence);
	setReason(() => sentence);
	listener.refuse();
	void shutdownHooks.runAll();
}
