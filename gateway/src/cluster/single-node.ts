import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import { releaseClaims } from '../store/webhooks/deliveries.ts';
import type { Store } from '../store/store.ts';
import { ALWAYS_OWNED, type LeaseManager } from './lease-manager.ts';
import type { Peers } from './peers.ts';

/** How a gateway gets on with the others on its database, or without any. */
export interface Cluster {
	leases: LeaseManager;
	/** Null where there can be no others. */
	peers: Peers | null;
	/** A text that no other claim on deliveries has. */
	claimToken(): string;
	/** Takes part, once the gateway answers at this address: from then on it drives its instances. */
	join(url: string): Promise<void>;
	/** Takes over nothing more. */
	pause(): void;
	/** Gives up what it drives, once its connections are closed. */
	leave(): Promise<void>;
}

/** What taking part needs of the rest of the gateway. */
export interface ClusterDeps {
	store: Store;
	clock: Clock;
	/** Opens the connections of these instances, or of all that were connected. */
	resume: (instanceIds: ReadonlySet<InstanceId> | undefined) => Promise<void>;
	/** Ends the connection of an instance that another gateway drives now. */
	drop: (instanceId: InstanceId) => Promise<void>;
	/** Some deliveries may be due that a process which is gone was working on. */
	wakeWorker: () => void;
	/** 16 random bytes as text. */
	token: () => string;
	onError: (error: unknown) => void;
}

/** The only gateway on its database: what was under way before belongs to nobody, and all instances are its own. */
export function singleNode({ store, clock, resume, wakeWorker, token }: ClusterDeps): Cluster {
	return {
		leases: ALWAYS_OWNED,
		peers: null,
		claimToken: token,
		async join() {
			await store.commit(({ db }) => releaseClaims(db, clock.now()));
			wakeWorker();
			await resume(undefined);
		},
		pause: () => undefined,
		leave: () => Promise.resolve(),
	};
}
