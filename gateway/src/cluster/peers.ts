import type { ProcessId } from '../domain/ids.ts';

/** Another gateway on the same database. */
export interface Peer {
	id: ProcessId;
	url: string;
	/** The secret with which requests that are forwarded to it are signed. */
	secret: string;
}

/** The other gateways on the same database. */
export interface Peers {
	/** The id of this gateway, and the secret with which the others sign requests that they forward to it. */
	id: string;
	secret: string;
	/** Returns the other gateway that holds the lease of an instance; null: this gateway or none holds it. */
	leaseHolder(instanceId: string): Promise<Peer | null>;
}
