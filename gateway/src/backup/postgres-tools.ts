import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { codeOf } from '../lib/errors/error-code.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { connectionOptions } from '../store/engine/postgres/postgres.ts';

/** Most characters of a tool's output that are kept, from its end. */
const MAX_OUTPUT = 2000;

type PostgresTool = 'pg_dump' | 'pg_restore';

/** The name by which the server lists the sessions of a tool. */
export function applicationNameOf(tool: PostgresTool): string {
	return `messaging-gateway ${tool}`;
}

/**
 * Runs pg_dump or pg_restore on a database. The password is in its environment, which only this account can read: other
 * accounts can read command lines. Throws an ExplainedError.
 */
export async function runPostgresTool(
	url: string,
	tool: PostgresTool,
	args: readonly string[],
): Promise<void> {
	const child = spawn(tool, args, {
		env: {
			PATH: process.env.PATH,
			LC_MESSAGES: 'C',
			...environmentOf(url),
			PGAPPNAME: applicationNameOf(tool),
		},
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let output = '';
	child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MAX_OUTPUT)));
	const [code] = (await once(child, 'close').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') throw toolMissing(tool);
		throw error;
	})) as [number | null];
	if (code !== 0) throw toolFailed(tool, output);
}

function toolMissing(tool: string): ExplainedError {
	return new ExplainedError(
		`${tool} is not on the PATH, and a PostgreSQL database needs it. Install PostgreSQL's client programs in the version of the server or a later one (on Debian and Ubuntu: apt-get install postgresql-client), and run the command again.`,
	);
}

function toolFailed(tool: string, output: string): ExplainedError {
	if (output.includes('server version mismatch')) {
		const versions = /server version: ([^\s;]+).*?version: ([^\s;]+)/s.exec(output);
		const these = versions === null ? '' : ` (the server is ${versions[1]}, ${tool} is ${versions[2]})`;
		return new ExplainedError(
			`${tool} is older than the PostgreSQL server${these}. Install PostgreSQL's client programs in the version of the server, put them first on the PATH, and run the command again.`,
		);
	}
	const [line = 'it gave no reason'] = output.split('\n').filter((text) => /error|fatal/i.test(text));
	return new ExplainedError(`${tool} failed: ${line.replace(/^pg_\w+: (error: )?/, '')}`);
}

/** What the driver makes of the URL's parameters about TLS. */
type Tls = boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown };

/** The variables by which PostgreSQL's programs connect. */
function environmentOf(url: string): NodeJS.ProcessEnv {
	const client = new pg.Client(connectionOptions(url));
	const { host, port, user, password, database } = client;
	const tls = tlsVariables((client as unknown as { ssl: Tls }).ssl, new URL(url).searchParams);
	return {
		PGHOST: host,
		PGPORT: String(port),
		...(user === undefined ? {} : { PGUSER: user }),
		...(typeof password === 'string' ? { PGPASSWORD: password } : {}),
		...(database === undefined ? {} : { PGDATABASE: database }),
		...tls,
	};
}

/** Verifies the server as the gateway does: the modes of PostgreSQL's programs mean something else. */
function tlsVariables(tls: Tls, parameters: URLSearchParams): NodeJS.ProcessEnv {
	if (tls === false) return { PGSSLMODE: 'disable' };
	const files: NodeJS.ProcessEnv = {};
	for (const name of ['sslcert', 'sslkey', 'sslrootcert']) {
		const file = parameters.get(name);
		if (file !== null) files[`PG${name.toUpperCase()}`] = file;
	}
	if (typeof tls === 'object' && tls.rejectUnauthorized === false) {
		return { ...files, PGSSLMODE: 'require' };
	}
	const onlyChain = typeof tls === 'object' && tls.checkServerIdentity !== undefined;
	return {
		PGSSLROOTCERT: 'system',
		...files,
		PGSSLMODE: onlyChain ? 'verify-ca' : 'verify-full',
	};
}
