import type { Peer } from '../store/cluster/processes.ts';

/** The other gateways on the same database. */
export interface Peers {
	/** The id of this gateway, and the secret with which the others sign requests that they forward to it. */
	id: string;
	secret: string;
	/** Returns the other gateway that holds the lease of an instance; null: this gateway or none holds it. */
	leaseHolder(instanceId: string): Promise<Peer | null>;
}
