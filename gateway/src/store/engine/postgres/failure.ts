import { CONNECTION_ERRORS } from '../../../lib/errors/connection-errors.ts';
import { codeOf } from '../../../lib/errors/error-code.ts';
import type { StoreFailure } from '../engine.ts';
import { READ_ONLY } from './prepare-connection.ts';
import { isOutdated } from './prepared-statements.ts';

/*
 * Codes of errors (SQLSTATE): PostgreSQL documentation, appendix A.
 */

/** The code of a statement that has waited for a lock as long as it may. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** Serialization failure, deadlock, lock not available. */
const CONFLICTS = new Set(['40001', '40P01', LOCK_NOT_AVAILABLE]);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** The statement exceeded its time limit, or an administrator cancelled it. */
export const CANCELED = '57014';
/**
 * Classes of errors: connection exception, refused login (such as while a password is replaced), operator intervention
 * (shutdown), insufficient resources.
 */
const UNREACHABLE_CLASSES = ['08', '28', '57P', '53'];
/** An administrator has revoked a privilege of the role. What waits for it is not lost when it is granted again. */
export const INSUFFICIENT_PRIVILEGE = '42501';
/** The password of the role is wrong. */
export const INVALID_PASSWORD = '28P01';
/** No such database, such as while it is restored. */
export const NO_DATABASE = '3D000';
/** The server ended the connection because a transaction was idle, or took, longer than its settings allow. */
const ENDED_TRANSACTIONS = ['25P03', '25P04'];
const UNREACHABLE_CODES = new Set([
	...CONNECTION_ERRORS,
	'EHOSTDOWN',
	'ENETDOWN',
	'ECONNABORTED',
	READ_ONLY,
	INSUFFICIENT_PRIVILEGE,
	NO_DATABASE,
	...ENDED_TRANSACTIONS,
]);

/** Classifies an error of PostgreSQL or of the connection to it; null where it is neither. */
export function postgresFailure(error: unknown): StoreFailure | null {
	if (!(error instanceof Error)) return null;
	const code = codeOf(error);
	if (CONFLICTS.has(code)) return 'conflict';
	if (code === UNIQUE_VIOLATION) return 'duplicate';
	if (code === FOREIGN_KEY_VIOLATION) return 'orphan';
	if (code === CANCELED) return 'timeout';
	if (isOutdated(error)) return 'conflict';
	if (UNREACHABLE_CODES.has(code) || UNREACHABLE_CLASSES.some((start) => code.startsWith(start))) {
		return 'unreachable';
	}
	// Other failures to open a connection, such as a missing socket file of a server that is down.
	if ('syscall' in error && error.syscall === 'connect') return 'unreachable';
	// Errors of the driver, which have no code.
	return /^(Connection (terminated|ended)|Client (has encountered a connection error|was closed)|timeout (exceeded|expired)|Query read timeout)/i.test(
		error.message,
	)
		? 'unreachable'
		: null;
}
