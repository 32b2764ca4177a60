import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';
import { ROOT } from './layout.ts';

export type Options = {
	gatewayOnly: boolean;
	gatewayPort: number;
	n8nPort: number;
	dataDir: string;
};

export const USAGE = `Starts the messaging gateway with its simulated network, and an n8n with both nodes installed.

  npm start                     gateway and n8n
  npm start -- --gateway-only   only the gateway: no n8n, nothing to install or compile
  npm start -- --help           this text

  GATEWAY_PORT         the gateway's port (8080)
  N8N_PORT             n8n's port (5678)
  PLAYGROUND_DATA_DIR  folder for data, logs and the login (.data)
`;

/** Parses the command line arguments and the environment. Throws StartError when one is invalid. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options | 'help' {
	const flags = readFlags(args);
	if (flags.help) return 'help';
	const gatewayPort = readPort('GATEWAY_PORT', environment.GATEWAY_PORT, 8080);
	const n8nPort = readPort('N8N_PORT', environment.N8N_PORT, 5678);
	if (gatewayPort === n8nPort && !flags.gatewayOnly) {
		throw new StartError(
			`GATEWAY_PORT and N8N_PORT are both ${gatewayPort}: the gateway and n8n need different ports.`,
		);
	}
	const dataDir = path.resolve(ROOT, environment.PLAYGROUND_DATA_DIR ?? '.data');
	return { gatewayOnly: flags.gatewayOnly, gatewayPort, n8nPort, dataDir };
}

function readFlags(args: string[]): { gatewayOnly: boolean; help: boolean } {
	try {
		const { values } = parseArgs({
			args,
			options: { 'gateway-only': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
		});
		return { gatewayOnly: values['gateway-only'] ?? false, help: values.help ?? false };
	} catch {
		throw new StartError(`"${args.join(' ')}" is invalid: the only flags are --gateway-only and --help.`);
	}
}

function readPort(name: string, value: string | undefined, fallback: number): number {
	if (value === undefined || value === '') return fallback;
	const port = Number(value);
	if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
	throw new StartError(`${name} is "${value}": it must be a port number from 1 to 65535.`);
}
