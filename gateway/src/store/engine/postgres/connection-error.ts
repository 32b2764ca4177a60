import pg from 'pg';
import { codeOf } from '../../../lib/errors/error-code.ts';
import { ExplainedError } from '../../../lib/errors/explained-error.ts';
import {
	CANCELED,
	INSUFFICIENT_PRIVILEGE,
	INVALID_PASSWORD,
	NO_DATABASE,
	postgresFailure,
} from './failure.ts';
import { READ_ONLY } from './prepare-connection.ts';
import { SharedSessions } from './require-sessions.ts';

/** The server in DATABASE_URL cannot be reached, or is starting. The message names no address. */
export class DatabaseOutOfReach extends ExplainedError {
	constructor(why: string, remedy: string, options: ErrorOptions) {
		super(
			`The PostgreSQL server that DATABASE_URL names could not be reached: ${why}. ${remedy}, ${THEN}.`,
			options,
		);
		this.name = 'DatabaseOutOfReach';
	}
}

/** The server in DATABASE_URL denies access, or cannot be used as it is set up. */
export class DatabaseRefused extends ExplainedError {
	constructor(why: string, remedy: string, options: ErrorOptions) {
		super(
			`The PostgreSQL server that DATABASE_URL names cannot be used: ${why}. ${remedy}, ${THEN}.`,
			options,
		);
		this.name = 'DatabaseRefused';
	}
}

/** "Try again" and not "restart the gateway", because commands use the database, too. */
const THEN = 'then try again';

type Explanation = readonly [why: string, remedy: string];

/** Connections of one gateway: four to read, one to write, one for notifications, and one for migrations. */
const CONNECTIONS = 7;

const WRONG_PASSWORD: Explanation = [
	'it refuses the user or the password',
	'Check both in DATABASE_URL, where % @ : / ? and # in them are written %25 %40 %3A %2F %3F and %23',
];
const NO_PASSWORD: Explanation = [
	'it asks for a password, and DATABASE_URL has none',
	'Write it after the user, as in postgres://user:password@host/database',
];
const NO_ENCRYPTION: Explanation = [
	'it accepts no unencrypted connections from this machine',
	'Add sslmode=verify-full to DATABASE_URL, or allow this machine in pg_hba.conf',
];
const NO_ACCESS: Explanation = [
	'its pg_hba.conf does not let this user into this database from this machine',
	'Add a line for them to pg_hba.conf, or check the user and the database in DATABASE_URL',
];
const NO_CONNECT: Explanation = [
	'its user may not connect to the database',
	'Run as the owner of the database: grant connect on database NAME to that user, or check the name in DATABASE_URL',
];
const NO_TABLE_RIGHTS: Explanation = [
	"its user may not use the gateway's tables",
	'Name their owner in DATABASE_URL, or run as their owner: grant select, insert, update, delete on all tables in schema public to that user',
];
const NOT_OWNER: Explanation = [
	"its user does not own the gateway's tables, which an upgrade changes",
	'Name their owner in DATABASE_URL, or run as an administrator: reassign owned by OWNER to that user',
];
const OLD_CERTIFICATE_AUTHORITY: Explanation = [
	'its TLS certificate is not signed by a known authority',
	"Add sslrootcert=/path/to/ca.pem with the server's CA certificate to DATABASE_URL, or sslmode=no-verify to encrypt without checking who answers",
];

/** By the code of the server's error. */
const REFUSALS: Readonly<Record<string, Explanation>> = {
	[INVALID_PASSWORD]: WRONG_PASSWORD,
	[NO_DATABASE]: [
		'there is no database of that name',
		'Create it with createdb, or check the name in DATABASE_URL',
	],
	[INSUFFICIENT_PRIVILEGE]: [
		'its user may not create tables',
		'Make the user the owner of the database, or run as its owner: grant usage, create on schema public to that user',
	],
	'3F000': [
		'no schema of its search_path exists',
		'Create the schema, or name one with options=-csearch_path%3Dname',
	],
	[READ_ONLY]: [
		'it is read-only, such as a replica',
		'Name the primary server in DATABASE_URL, or switch default_transaction_read_only off for its user and its database',
	],
	'53300': [
		'it has too many connections',
		`Raise max_connections of the server, and the connection limits of its user and its database, or close others: a gateway needs ${CONNECTIONS}`,
	],
	'53100': ['its disk is full', 'Free some space on it'],
	'53200': ['it has too little memory', 'Give it more, or stop other programs on it'],
	[CANCELED]: [
		'a statement took too long, as it does while another session has locked a table',
		'Look for the session in pg_stat_activity, such as one that is "idle in transaction", and end it',
	],
	'57P03': ['it is starting or stopping', 'Wait until it is ready'],
};

const SHARED_SESSIONS: Explanation = [
	'it is behind a connection pooler that gives each transaction another connection',
	'Put the pooler in session mode (pool_mode = session in PgBouncer), or name the server itself in DATABASE_URL',
];

/** By the code of the system, or of TLS. */
const FAULTS: Readonly<Record<string, Explanation>> = {
	ENOTFOUND: ['there is no host of that name', 'Check the host name in DATABASE_URL'],
	EAI_AGAIN: ['the name of the host cannot be resolved at the moment', 'Check the DNS of this machine'],
	ECONNREFUSED: ['nothing listens on that port', 'Check that the server runs, and the host and the port'],
	ETIMEDOUT: ['it does not answer', 'Check the host, the port, and the firewalls between'],
	EHOSTUNREACH: ['there is no route to the host', 'Check the host name and the network of this machine'],
	ENETUNREACH: ['there is no route to the host', 'Check the host name and the network of this machine'],
	DEPTH_ZERO_SELF_SIGNED_CERT: OLD_CERTIFICATE_AUTHORITY,
	SELF_SIGNED_CERT_IN_CHAIN: OLD_CERTIFICATE_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: OLD_CERTIFICATE_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OLD_CERTIFICATE_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT: OLD_CERTIFICATE_AUTHORITY,
	CERT_HAS_EXPIRED: ['its TLS certificate has expired', 'Renew the certificate of the server'],
	ERR_TLS_CERT_ALTNAME_INVALID: [
		'its TLS certificate is for another host name',
		'Use the host name of the certificate in DATABASE_URL',
	],
};

/** Returns one sentence with the cause and the remedy, without the password; null: the error has no known remedy. */
export function explainPostgresError(error: unknown): ExplainedError | null {
	if (!(error instanceof Error)) return null;
	const options = { cause: error };
	const code = codeOf(error);
	const refusal =
		poolerRefused(error, code) ?? accessRefused(error, code) ?? REFUSALS[code] ?? tlsRefused(error);
	if (refusal !== null) return new DatabaseRefused(...refusal, options);
	const fault = FAULTS[code];
	if (fault !== undefined) return new DatabaseOutOfReach(...fault, options);
	if (postgresFailure(error) !== 'unreachable') return null;
	const why = code === '' ? 'it does not answer' : `the connection fails (${code})`;
	return new DatabaseOutOfReach(why, 'Check that it runs and that the address is right', options);
}

/** The code with which a connection pooler refuses a connection for any reason. A server has no use for it. */
const PROTOCOL_VIOLATION = '08P01';

function poolerRefused(error: Error, code: string): Explanation | null {
	if (error instanceof SharedSessions) return SHARED_SESSIONS;
	if (code !== PROTOCOL_VIOLATION || !(error instanceof pg.DatabaseError)) return null;
	const { message } = error;
	return [
		`the connection pooler before it answers "${message.split('\n', 1)[0] ?? ''}"`,
		message.includes('startup parameter')
			? 'Remove that parameter from DATABASE_URL, and set what it sets for the user instead, as in: alter role NAME set search_path = SCHEMA'
			: 'Check the user and the database in DATABASE_URL, and the settings of the pooler',
	];
}

/** Explains which privilege is missing; null: the one to create tables. */
function missingPrivilege(message: string): Explanation | null {
	if (message.includes('for database')) return NO_CONNECT;
	if (message.includes('must be owner')) return NOT_OWNER;
	return message.includes('for table') ? NO_TABLE_RIGHTS : null;
}

/** Explains a denied access by the error message where the error code is not specific. */
function accessRefused(error: Error, code: string): Explanation | null {
	// The driver finds this before it sends anything.
	if (error.message.includes('client password must be')) return NO_PASSWORD;
	if (!(error instanceof pg.DatabaseError)) return null;
	const { message } = error;
	if (code === INSUFFICIENT_PRIVILEGE) return missingPrivilege(message);
	// Class 28: the server's pg_hba.conf rejects the user, or has no entry for it.
	if (!code.startsWith('28') || code === INVALID_PASSWORD) return null;
	if (message.includes('no encryption')) return NO_ENCRYPTION;
	return message.includes('pg_hba.conf') ? NO_ACCESS : WRONG_PASSWORD;
}

function tlsRefused(error: Error): Explanation | null {
	if (error.message === 'The server does not support SSL connections') {
		return [
			'it has no TLS, and DATABASE_URL asks for it',
			'Switch TLS on at the server (ssl = on), or remove sslmode from DATABASE_URL in a network of your own',
		];
	}
	const file = 'path' in error && 'syscall' in error && error.syscall === 'open' ? String(error.path) : null;
	if (file === null) return null;
	return [`the file ${file} cannot be read`, 'Check sslrootcert, sslcert and sslkey in DATABASE_URL'];
}
