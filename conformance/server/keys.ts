import { once } from 'node:events';
import { runMain, type GatewayProcess } from './gateway-process.ts';

/** Lets the process that loads it live two days ago: a key made there for one day has expired by now. */
const TWO_DAYS_AGO = 'data:text/javascript,const now=Date.now;Date.now=()=>now()-2*24*3600*1000;';

export interface KeyOptions {
	scopes?: readonly string[];
	allowIp?: string;
	expired?: boolean;
}

/** Makes a key as an operator does, with `messaging-gateway keys create` beside the running gateway. */
export async function createKey(gateway: GatewayProcess, wishes: KeyOptions = {}): Promise<string> {
	const args = ['keys', 'create', '--name', 'Conformance'];
	if (wishes.scopes !== undefined) args.push('--scopes', wishes.scopes.join(','));
	if (wishes.allowIp !== undefined) args.push('--allow-ip', wishes.allowIp);
	if (wishes.expired === true) args.push('--expires', '1d');
	const output = await runCommand(gateway, args, wishes.expired === true ? [TWO_DAYS_AGO] : []);
	const key = /^mgw_\S+$/m.exec(output)?.[0];
	if (key === undefined) throw new Error(`keys create printed no key: ${output}`);
	return key;
}

/** Makes a key and revokes it again. */
export async function createRevokedKey(gateway: GatewayProcess): Promise<string> {
	const output = await runCommand(gateway, ['keys', 'create', '--name', 'Revoked']);
	const [, id = '', key = ''] = /^Key (key_\S+)[\s\S]*^(mgw_\S+)$/m.exec(output) ?? [];
	await runCommand(gateway, ['keys', 'revoke', id]);
	return key;
}

/** Takes the owner's password away with `messaging-gateway owner reset`; returns the token of the link it prints. */
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
