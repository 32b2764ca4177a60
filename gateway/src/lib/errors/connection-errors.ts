import { codeOf } from './error-code.ts';

/** Codes of the system for a connection that the other side, or something on the way, ended. */
const LOST_CONNECTION = ['ECONNRESET', 'EPIPE'];

/** Codes of the system for a server that is out of reach at the moment. */
export const CONNECTION_ERRORS: readonly string[] = [
	...LOST_CONNECTION,
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'ETIMEDOUT',
];

/** Whether an error says that an open connection was lost. */
export function isLostConnection(error: unknown): boolean {
	return LOST_CONNECTION.includes(codeOf(error));
}
