import { ExplainedError } from '../lib/errors/explained-error.ts';
import { DEVICE_CREDENTIALS, OFFICIAL_CREDENTIALS } from '../network/session/credential-keys.ts';
import type { NetworkSettings } from '../network/network-settings.ts';
import { hasSessionInUse } from '../store/instances/network-sessions.ts';
import type { Db } from '../store/schema.ts';

/** The gateway would simulate a network for instances that are connected to the real one. */
export class NetworkNotChosen extends ExplainedError {
	constructor() {
		super(
			'The database has instances that are connected to WhatsApp, but GATEWAY_NETWORK is not set. On the simulated network, its default, they would be disconnected, and their phones would have to be linked again. Set GATEWAY_NETWORK=whatsapp; or GATEWAY_NETWORK=simulator, to try the gateway on a copy of the database.',
		);
		this.name = 'NetworkNotChosen';
	}
}

/** Throws NetworkNotChosen where instances are connected to WhatsApp, and the network is the simulated one by default. */
export async function requireNetwork(
	db: Db,
	{ network, networkIsChosen }: Pick<NetworkSettings, 'network'> & { networkIsChosen: boolean },
): Promise<void> {
	if (network !== 'simulator' || networkIsChosen) return;
	if (await hasSessionInUse(db, [DEVICE_CREDENTIALS, OFFICIAL_CREDENTIALS])) throw new NetworkNotChosen();
}
