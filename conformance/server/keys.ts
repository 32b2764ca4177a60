import { once } from 'node:events';
import { runMain, type GatewayProcess } from './gateway-process.ts';

/** A module that sets the clock of its process back two days, so that a key for one day is expired now. */
const TWO_DAYS_AGO = 'data:text/javascript,const now=Date.now;Date.now=()=>now()-2*24*3600*1000;';

export interface KeyOptions {
	scopes?: readonly string[];
	/** Absent: all. */
	instances?: readonly string[];
	allowIp?: string;
	expired?: boolean;
}

/** Creates a key with `messaging-gateway keys create` while the gateway runs. */
export async function createKey(gateway: GatewayProcess, options: KeyOptions = {}): Promise<string> {
	const args = ['keys', 'create', '--name', 'Conformance'];
	if (options.scopes !== undefined) args.push('--scopes', options.scopes.join(','));
	if (options.instances !== undefined) args.push('--instances', options.instances.join(','));
	if (options.allowIp !== undefined) args.push('--allow-ip', options.allowIp);
	if (options.expired === true) args.push('--expires', '1d');
	const output = await runCommand(gateway, args, options.expired === true ? [TWO_DAYS_AGO] : []);
	const key = /^mgw_\S+$/m.exec(output)?.[0];
	if (key === undefined) throw new Error(`keys create printed no key: ${output}`);
	return key;
}

/** Creates a key and revokes it. */
export async function createRevokedKey(gateway: GatewayProcess): Promise<string> {
	const output = await runCommand(gateway, ['keys', 'create', '--name', 'Revoked']);
	const [, id = '', key = ''] = /^Key (key_\S+)[\s\S]*^(mgw_\S+)$/m.exec(output) ?? [];
	await runCommand(gateway, ['keys', 'revoke', id]);
	return key;
}

/** Deletes the owner's password with `messaging-gateway owner reset`. Returns the token of the printed setup link. */
export async function resetOwner(gateway: GatewayProcess): Promise<string> {
	const output = await runCommand(gateway, ['owner', 'reset']);
	const token = /#\/setup\/(\S+)/.exec(output)?.[1];
	if (token === undefined) throw new Error(`owner reset printed no link: ${output}`);
	return token;
}

async function runCommand(
	gateway: GatewayProcess,
	args: readonly string[],
	preload: readonly string[] = [],
): Promise<string> {
	const child = runMain(args, { GATEWAY_DATA_DIR: gateway.folder }, preload);
	let output = '';
	child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${output}`);
	return output;
}
