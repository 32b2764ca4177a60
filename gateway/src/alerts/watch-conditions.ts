import { hostname } from 'node:os';
import type { Condition } from '../domain/alerts/alert.ts';
import { planChanges } from '../domain/alerts/alert-plan.ts';
import type { Clock } from '../domain/clock.ts';
import type { EventKind } from '../domain/events/event-kind.ts';
import { diskSpaceOf } from '../lib/files/disk-space.ts';
import { createPauses } from '../lib/loops/pauses.ts';
import { createWakeUp } from '../lib/loops/wake-up.ts';
import { withTimeLimit } from '../lib/concurrency/with-time-limit.ts';
import { listOpenAlerts, touchAlerts, type StoredAlert } from '../store/alerts/alerts.ts';
import type { Store } from '../store/store.ts';
import { isFilling, type AlertSettings } from './alert-settings.ts';
import { applyChanges, type ApplyDeps } from './apply-changes.ts';
import { readConditions } from './conditions.ts';

/** Milliseconds between two evaluations of the conditions, over all gateways. */
const INTERVAL = 15_000;
/** Minimum milliseconds between two evaluations, however many events arrive. */
const SHORTEST_INTERVAL = 1000;
/** Milliseconds for the size of a disk: one that hangs must not stop the other alerts. */
const DISK_TIMEOUT = 4000;
/** Milliseconds after which the disk of a gateway that no longer reports it counts as removed. */
const DISK_GONE_AFTER = 10 * 60_000;

/** Events that trigger an early evaluation. */
const TRIGGERS: readonly EventKind[] = [
	'webhook.failing',
	'webhook.recovered',
	'instance.connected',
	'instance.disconnected',
	'instance.restricted',
];

export interface WatchDeps extends ApplyDeps {
	store: Store;
	clock: Clock;
	/** Returns how many gateways evaluate conditions. */
	gateways: () => number;
	/** Limits the read of a disk's size, also where `clock` is simulated. */
	realClock: Clock;
	settings: AlertSettings;
	dataFolder: string;
	onError: (error: unknown) => void;
}

/**
 * Evaluates the conditions every 15 seconds, and soon after an event that may change one; begins and ends alerts. All
 * gateways on a database share the work: the more there are, the less often each evaluates. Returns a function that
 * stops this, and resolves when the running evaluation has ended.
 */
export function startWatchingConditions(deps: WatchDeps): () => Promise<void> {
	const { store, clock, gateways, onError } = deps;
	const wakeUp = createWakeUp(clock);
	const pauses = createPauses(clock);
	const host = hostname();
	let stopped = false;

	async function run(): Promise<void> {
		while (!stopped) {
			try {
				await evaluateConditions(deps, host);
			} catch (error) {
				onError(error);
			}
			if (isStopped()) return;
			await pauses.pause(SHORTEST_INTERVAL);
			await wakeUp.wait(clock.now() + INTERVAL * gateways() - SHORTEST_INTERVAL);
		}
	}

	// A function, because TypeScript does not expect that the variable changes during an await.
	function isStopped(): boolean {
		return stopped;
	}

	const unsubscribe = store.listen((signal) => {
		if (signal.kind === 'event_recorded' && TRIGGERS.includes(signal.event.kind)) wakeUp.notify();
		if (signal.kind === 'instance_changed') wakeUp.notify();
	});
	const running = run();
	return async () => {
		stopped = true;
		unsubscribe();
		pauses.end();
		wakeUp.notify();
		await running;
	};
}

/** Evaluates the conditions once. Reads first, and begins a transaction only where an alert changes. */
async function evaluateConditions(deps: WatchDeps, host: string): Promise<void> {
	const { store, clock, settings, onError } = deps;
	const now = clock.now();
	const disk = await diskCondition(deps, host, now).catch((error: unknown) => {
		onError(error);
		return undefined;
	});
	/** A gateway judges the alerts of its own disk, and those of gateways that no longer report theirs. */
	const judged = ({ kind, subject, row }: StoredAlert): boolean => {
		if (kind !== 'disk_filling') return true;
		return subject === host ? disk !== undefined : row.seen_at < now - DISK_GONE_AFTER;
	};
	const ofDisk = disk === undefined || disk === null ? [] : [disk];
	const open = await listOpenAlerts(store.read);
	const seen = [...(await readConditions(store.read, settings, now)), ...ofDisk];
	if (planChanges(open.filter(judged), seen, now).length > 0) {
		await store.commit(async (scope) => {
			// Read again: another gateway may have reported it meanwhile.
			const conditions = [...(await readConditions(scope.db, settings, now)), ...ofDisk];
			await applyChanges(scope, deps, { conditions, judged }, now);
		});
	}
	const own = open.filter(({ kind, subject }) => kind === 'disk_filling' && subject === host);
	const ids = own.map(({ row }) => row.id);
	if (ids.length > 0) await store.commit(({ db }) => touchAlerts(db, ids, now));
}

/**
 * Returns the condition of this gateway's disk; null: the disk has enough space. Throws where its size cannot be read.
 */
async function diskCondition(
	{ realClock, settings, dataFolder }: WatchDeps,
	host: string,
	now: number,
): Promise<Condition | null> {
	const { diskFree } = settings;
	if (diskFree === null) return null;
	const space = await withTimeLimit(
		realClock,
		DISK_TIMEOUT,
		() => diskSpaceOf(dataFolder),
		(seconds) => `The size of the disk could not be read within ${seconds} seconds.`,
	);
	if (!isFilling(space, diskFree)) return null;
	return {
		kind: 'disk_filling',
		subject: host,
		instanceId: null,
		webhookId: null,
		message: `The disk with the data of the gateway on ${host} is almost full.`,
		advice:
			'Delete or move other files, enlarge the disk, or keep less: GATEWAY_MEDIA_LIMIT and GATEWAY_RETENTION_MEDIA delete old files. A full disk stops the gateway from accepting messages.',
		since: now,
	};
}
