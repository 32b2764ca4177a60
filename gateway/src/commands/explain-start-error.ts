import path from 'node:path';
import type { Config } from '../config/config.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { explainFileError } from '../lib/files/file-fault.ts';
import { explainPostgresError } from '../store/engine/postgres/connection-error.ts';
import { explainSqliteError } from '../store/engine/sqlite/file-error.ts';

/** Most systems require a privilege for ports below this one. */
const FIRST_FREE_PORT = 1024;

/**
 * Returns one sentence that names the variable where the gateway cannot listen, or cannot use its database or its data
 * folder; else the error.
 */
export function explainStartError(config: Config, error: unknown): unknown {
	if (error instanceof ExplainedError) return error;
	const { host, port, dataFolder, databaseUrl } = config;
	const sentence = listenFault(codeOf(error), syscallOf(error), host, port);
	if (sentence !== null) return new ExplainedError(sentence, { cause: error });
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const explained =
		databaseUrl === null
			? explainSqliteError(path.join(dataFolder, 'gateway.db'), cause)
			: explainPostgresError(cause);
	return explained ?? explainFolderError(dataFolder, cause) ?? error;
}

/** Returns null where the error is not of a file in the data folder. */
function explainFolderError(dataFolder: string, error: unknown): unknown {
	const isInFolder =
		error instanceof Error &&
		'path' in error &&
		typeof error.path === 'string' &&
		error.path.startsWith(path.join(dataFolder, path.sep));
	return isInFolder ? explainFileError('The data folder of GATEWAY_DATA_DIR cannot be used', error) : null;
}

function listenFault(code: string, syscall: string, host: string, port: number): string | null {
	if (code === 'EADDRINUSE') {
		return `GATEWAY_PORT is ${port}, but another program listens on that port of ${host} already. Stop it, or choose another port with GATEWAY_PORT.`;
	}
	if (code === 'EADDRNOTAVAIL') {
		return `GATEWAY_HOST is "${host}", but this machine does not have that address. Set GATEWAY_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
	}
	if (syscall === 'getaddrinfo') {
		return `GATEWAY_HOST is "${host}", but there is no host of that name. Set GATEWAY_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
	}
	if (syscall !== 'listen' || (code !== 'EACCES' && code !== 'EPERM')) return null;
	return port < FIRST_FREE_PORT
		? `GATEWAY_PORT is ${port}, but this account may not listen on ports below ${FIRST_FREE_PORT}. Choose another port, such as 8080, and let a proxy or the container runtime pass ${port} on to it.`
		: `GATEWAY_PORT is ${port}, but this account may not listen on that port. Choose another port with GATEWAY_PORT.`;
}

function syscallOf(error: unknown): string {
	return error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
}
