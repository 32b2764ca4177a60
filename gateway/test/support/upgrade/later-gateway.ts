import path from 'node:path';
import { freePort } from '../free-port.ts';
import { createClient, type Client } from '../client.ts';
import { beginGatewayProcess, type StartingGateway } from '../gateway-process.ts';
import { API_KEY } from '../gateway.ts';

const MAIN = path.join(import.meta.dirname, 'later-version.ts');

/** A later version of the gateway, which can be asked while it starts. */
export interface LaterGateway extends StartingGateway {
	client: Client;
}

/** Starts a later version with further steps; `hold`: the one in which it stays. */
export async function startLaterVersion(
	folder: string,
	steps: readonly string[],
	hold = '',
): Promise<LaterGateway> {
	const port = await freePort();
	const environment = { GATEWAY_PORT: String(port), TEST_STEPS: steps.join(), TEST_HOLD: hold };
	const starting = await beginGatewayProcess(folder, environment, { main: MAIN });
	return { ...starting, client: createClient(`http://127.0.0.1:${port}`, API_KEY) };
}
