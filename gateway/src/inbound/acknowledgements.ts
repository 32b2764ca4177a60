import type { Cancel, Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { insertAcknowledgements, type Acknowledgement } from '../store/ledger/acknowledgements.ts';
import type { Store } from '../store/store.ts';

/** Records which messages were acknowledged to networks, so that the ledger can compare them with the stored messages. */
export interface Acknowledgements {
	/** Notes messages, by the network's ids, that the driver of an instance has just acknowledged to its network. */
	note(instanceId: InstanceId, networkIds: readonly string[]): void;
	/** Writes the pending acknowledgements. Those that cannot be written are dropped. */
	stop(): Promise<void>;
}

export interface AcknowledgementsDeps {
	store: Pick<Store, 'commit'>;
	clock: Clock;
	newId: NewId;
	onError: (error: unknown) => void;
}

/** Milliseconds between two writes: one row contains the acknowledgements of an instance. */
const INTERVAL = 1000;
/** Most ids in memory, for example while the database cannot be reached; further ones are dropped. */
const PENDING_LIMIT = 20_000;
/** Most ids of a row. */
const ROW_LIMIT = 500;

/**
 * Acknowledgements are stored separately from the messages, later and in batches: they record what was acknowledged to
 * the network, whether or not the message was stored. A process that is killed loses the acknowledgements of the last
 * second, which the ledger then does not compare.
 */
export function createAcknowledgements({
	store,
	clock,
	newId,
	onError,
}: AcknowledgementsDeps): Acknowledgements {
	let pending = new Map<InstanceId, string[]>();
	let pendingIds = 0;
	let cancel: Cancel | null = null;
	let writing = Promise.resolve();

	function take(): Acknowledgement[] {
		const rows = [...pending].flatMap(([instanceId, ids]) => {
			const parts: Acknowledgement[] = [];
			for (let from = 0; from < ids.length; from += ROW_LIMIT) {
				parts.push({ id: newId('ack'), instanceId, networkIds: ids.slice(from, from + ROW_LIMIT) });
			}
			return parts;
		});
		pending = new Map();
		return rows;
	}

	async function write(rows: readonly Acknowledgement[]): Promise<void> {
		try {
			await store.commit(({ db }) => insertAcknowledgements(db, rows));
			pendingIds -= countIds(rows);
		} catch (error) {
			onError(error);
			for (const { instanceId, networkIds } of rows) add(instanceId, networkIds);
			schedule();
		}
	}

	function add(instanceId: InstanceId, networkIds: readonly string[]): void {
		const ids = pending.get(instanceId);
		if (ids === undefined) pending.set(instanceId, [...networkIds]);
		else ids.push(...networkIds);
	}

	function schedule(): void {
		cancel ??= clock.schedule(INTERVAL, () => {
			cancel = null;
			writing = write(take());
		});
	}

	return {
		note(instanceId, networkIds) {
			if (networkIds.length === 0 || pendingIds + networkIds.length > PENDING_LIMIT) return;
			pendingIds += networkIds.length;
			add(instanceId, networkIds);
			schedule();
		},
		async stop() {
			await writing;
			cancel?.();
			const rows = take();
			if (rows.length === 0) return;
			await store.commit(({ db }) => insertAcknowledgements(db, rows)).catch(onError);
		},
	};
}

function countIds(rows: readonly Acknowledgement[]): number {
	return rows.reduce((sum, { networkIds }) => sum + networkIds.length, 0);
}
