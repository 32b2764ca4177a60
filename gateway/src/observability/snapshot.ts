import type { AlertKind } from '../domain/alerts/alert.ts';
import type { Clock } from '../domain/clock.ts';
import { diskSpaceOf, type DiskSpace } from '../lib/files/disk-space.ts';
import { withTimeLimit } from '../lib/concurrency/with-time-limit.ts';
import type { Media } from '../media/media.ts';
import { readQueueLengths, type QueueLengths } from '../store/admin/queue-lengths.ts';
import { countFiringByKind } from '../store/alerts/alerts.ts';
import { readStatusCounts, type StatusCounts } from '../store/admin/status-counts.ts';
import type { Store } from '../store/store.ts';
import type { Readiness } from './readiness.ts';

/** Milliseconds for each value: Prometheus aborts after 10 seconds by default, and then gets no values. */
const TIMEOUT = 4000;

/** The values of the gauges when the metrics are requested; null: not known. */
export interface Snapshot {
	now: number;
	ready: boolean;
	queues: QueueLengths | null;
	states: StatusCounts | null;
	/** Alerts that are firing. */
	alerts: Record<AlertKind, number> | null;
	/** Bytes of the database and of the media folder. */
	databaseSize: number | null;
	mediaSize: number | null;
	/** Bytes of the disk with the data folder. */
	disk: DiskSpace | null;
	/** Whether the bucket of media can be used; null: there is none. */
	isBucketReachable: boolean | null;
}

export interface SnapshotDeps {
	store: Pick<Store, 'read' | 'maintenance'>;
	clock: Clock;
	/** Limits the time for each value, also where `clock` is simulated. */
	realClock: Clock;
	media: Pick<Media, 'size' | 'isBucketReachable'>;
	readiness: Pick<Readiness, 'notReadyReason'>;
	dataFolder: string;
}

/** Reads the values of the gauges. One that cannot be read within four seconds is null, and `onError` gets the reason. */
export async function readSnapshot(
	{ store, clock, realClock, media, readiness, dataFolder }: SnapshotDeps,
	onError: (error: unknown) => void,
): Promise<Snapshot> {
	const now = clock.now();
	const orNull = <T>(read: () => Promise<T>): Promise<T | null> =>
		withTimeLimit(realClock, TIMEOUT, read, (seconds) => `It took more than ${seconds} seconds.`).catch(
			(error: unknown) => {
				onError(error);
				return null;
			},
		);
	const [reason, queues, states, alerts, databaseSize, disk] = await Promise.all([
		readiness.notReadyReason(),
		orNull(() => readQueueLengths(store.read)),
		orNull(() => readStatusCounts(store.read, now)),
		orNull(() => countFiringByKind(store.read)),
		orNull(() => store.maintenance.size()),
		orNull(() => diskSpaceOf(dataFolder)),
	]);
	return {
		now,
		ready: reason === null,
		queues,
		states,
		alerts,
		databaseSize,
		mediaSize: media.size(),
		disk,
		isBucketReachable: media.isBucketReachable(),
	};
}
