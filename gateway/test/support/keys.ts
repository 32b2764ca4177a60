import type { Scope } from '../../src/domain/access/scope.ts';
import { createClient, type Client } from './client.ts';
import { runGateway } from './gateway-process.ts';

export interface KeyLimits {
	/** Absent: full access. */
	scopes?: readonly Scope[];
	/** Absent: all instances. */
	instances?: readonly string[];
}

/** Creates a key on the command line while the gateway runs; returns its value. */
export async function createKey(folder: string, { scopes, instances }: KeyLimits = {}): Promise<string> {
	const args = ['keys', 'create', '--name', 'Test'];
	if (scopes !== undefined) args.push('--scopes', scopes.join(','));
	if (instances !== undefined) args.push('--instances', instances.join(','));
	const { stdout, stderr } = await runGateway(args, { GATEWAY_DATA_DIR: folder });
	const value = /^mgw_\S+$/m.exec(stdout)?.[0];
	if (value === undefined) throw new Error(`keys create printed no key: ${stderr}`);
	return value;
}

/** Returns a client with a new key. */
export async function clientWith(
	gateway: { url: string; folder: string },
	limits: KeyLimits,
): Promise<Client> {
	return createClient(gateway.url, await createKey(gateway.folder, limits));
}
