import type { Peer } from '../store/cluster/processes.ts';

/** How gateways on one database find each other. */
export interface Peers {
	/** What the others sign with when they pass a request on to this one. */
	secret: string;
	/** The other gateway that drives an instance; null: this one may, or nobody does. */
	leaseHolder(instanceId: string): Promise<Peer | null>;
}
