import type { Cancel, Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import { releaseClaimsOf } from '../store/webhooks/deliveries.ts';
import { openPostgresSession } from '../store/engine/postgres/session.ts';
import {
	deleteDeadProcesses,
	deleteProcess,
	LOCK_PROCESS,
	upsertProcess,
} from '../store/cluster/processes.ts';
import type { ProcessTable } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { LeaseManager } from './lease-manager.ts';

/** Milliseconds between two looks at who is alive and what nobody drives. */
const BEAT = 1000;

export interface MembershipDeps {
	store: Store;
	databaseUrl: string;
	clock: Clock;
	process: Omit<ProcessTable, 'seen_at'>;
	ownership: LeaseManager;
	/** Opens the connections of instances that are ours from now on. */
	resume(instanceIds: readonly InstanceId[]): Promise<void>;
	/** Ends the connection of an instance that is ours no longer; its session stays. */
	drop(instanceId: InstanceId): Promise<void>;
	/** Something may be due that a process which died was working on. */
	wakeWorker(): void;
	heard: (text: string) => void;
	/** What the others told until now may have gone unheard. */
	missed: () => void;
	onError: (error: unknown) => void;
}

export interface Membership {
	/** Looks for instances nobody drives, now and then every second. */
	begin(): Promise<void>;
	/** Looks no more. */
	pause(): void;
	/** Leaves: what this process drove may be taken over at once. */
	leave(): Promise<void>;
}

/** Joins the gateways on a PostgreSQL database; resolves when the others can see this one. */
export async function joinProcesses(port: MembershipDeps): Promise<Membership> {
	const { store, clock, process, ownership } = port;
	let cancel: Cancel = () => undefined;
	let beating: Promise<void> = Promise.resolve();
	let ended = false;
	const session = await openPostgresSession({
		url: port.databaseUrl,
		clock,
		setup: [{ text: LOCK_PROCESS, values: [process.lock_id] }],
		onNotification: port.heard,
		onConnect: port.missed,
		onError: port.onError,
	});
	await store.commit(({ db }) => upsertProcess(db, process));

	async function heartbeat(): Promise<void> {
		const dead = await store.commit(async ({ db }) => {
			await upsertProcess(db, process);
			const gone = await deleteDeadProcesses(db, process.id);
			for (const id of gone) await releaseClaimsOf(db, id, clock.now());
			return gone;
		});
		if (dead.length > 0) port.wakeWorker();
		for (const instanceId of await ownership.findLost()) await port.drop(instanceId);
		await ownership.releaseOrphaned();
		for (const instanceId of await ownership.findExcess()) {
			await port.drop(instanceId);
			await ownership.release(instanceId);
		}
		await port.resume(await ownership.takeOver());
	}

	function schedule(): void {
		if (ended) return;
		cancel = clock.schedule(BEAT, () => {
			beating = heartbeat().catch(port.onError).finally(schedule);
		});
	}

	return {
		async begin() {
			await heartbeat();
			schedule();
		},
		pause() {
			ended = true;
			cancel();
		},
		async leave() {
			await beating;
			await store.commit(({ db }) => deleteProcess(db, process.id)).catch(port.onError);
			await session.close();
		},
	};
}
