import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../support/servers/certificate.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { freePort } from '../../support/free-port.ts';
import { runGateway, withoutLog } from '../../support/gateway-process.ts';
import { startOwnPostgres, type OwnPostgres } from '../../support/storage/own-postgres.ts';

const PASSWORD = 'tr0ub4dor';
const REFUSED = 'The PostgreSQL server that DATABASE_URL names cannot be used: ';
const OUT_OF_REACH = 'The PostgreSQL server that DATABASE_URL names could not be reached: ';
const AGAIN = ', then try again.\n';

/** The content of pg_hba.conf. The server refuses a connection that no line matches. */
const ACCESS = [
	'host all postgres,reader,guest,crowd,few,owner 127.0.0.1/32 trust',
	'host all locked 127.0.0.1/32 scram-sha-256',
	'host all ghost 127.0.0.1/32 trust',
	'hostssl all encrypted 127.0.0.1/32 trust',
];

let server: OwnPostgres;
let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
	({ folder, remove } = await temporaryFolder());
	server = await startOwnPostgres({ access: ACCESS });
	await server.run([
		`create role locked login password '${PASSWORD}'`,
		'create role owner login',
		'create role guest login',
		'create role encrypted login',
		'create role crowd login connection limit 0',
		'create role few login connection limit 2',
		'create role reader login',
		'alter role reader set default_transaction_read_only = on',
		'create database gateway owner owner',
		'create database crowded owner few',
		'create database closed',
		'revoke connect on database closed from public',
	]);
});
afterAll(async () => {
	await server.close();
	await remove();
});

/** Starts a gateway that must fail with one line for people; returns that line. */
async function failure(url: string): Promise<string> {
	const { code, stdout, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, DATABASE_URL: url });
	expect(code).toBe(1);
	expect(stdout).not.toContain('Gateway ready');
	expect(stderr).not.toContain(PASSWORD);
	const sentence = withoutLog(stderr);
	expect(sentence.split('\n')).toHaveLength(2);
	return sentence;
}

const refused = (why: string, remedy: string): string => `${REFUSED}${why}. ${remedy}${AGAIN}`;
const outOfReach = (why: string, remedy: string): string => `${OUT_OF_REACH}${why}. ${remedy}${AGAIN}`;

const WRONG_PASSWORD = refused(
	'it refuses the user or the password',
	'Check both in DATABASE_URL, where % @ : / ? and # in them are written %25 %40 %3A %2F %3F and %23',
);

describe('a start on a PostgreSQL server that refuses it ends with one sentence', () => {
	it('about a wrong password', async () => {
		expect(await failure(server.urlOf('gateway', 'locked', `${PASSWORD}%40`))).toBe(WRONG_PASSWORD);
	});

	it('about a missing password', async () => {
		expect(await failure(server.urlOf('gateway', 'locked'))).toBe(
			refused(
				'it asks for a password, and DATABASE_URL has none',
				'Write it after the user, as in postgres://user:password@host/database',
			),
		);
	});

	it('about a user that does not exist', async () => {
		expect(await failure(server.urlOf('gateway', 'ghost', PASSWORD))).toBe(WRONG_PASSWORD);
	});

	it('about a database that does not exist', async () => {
		expect(await failure(server.urlOf('no_such_database', 'owner'))).toBe(
			refused(
				'there is no database of that name',
				'Create it with createdb, or check the name in DATABASE_URL',
			),
		);
	});

	it('about a user that may not connect to the database', async () => {
		expect(await failure(server.urlOf('closed', 'guest'))).toBe(
			refused(
				'its user may not connect to the database',
				'Run as the owner of the database: grant connect on database NAME to that user, or check the name in DATABASE_URL',
			),
		);
	});

	it('about a user that may not create tables', async () => {
		expect(await failure(server.urlOf('gateway', 'guest'))).toBe(
			refused(
				'its user may not create tables',
				'Make the user the owner of the database, or run as its owner: grant usage, create on schema public to that user',
			),
		);
	});

	it('about a schema that does not exist', async () => {
		expect(await failure(`${server.urlOf('gateway', 'owner')}?options=-csearch_path%3Dnowhere`)).toBe(
			refused(
				'no schema of its search_path exists',
				'Create the schema, or name one with options=-csearch_path%3Dname',
			),
		);
	});

	it('about a user whose transactions only read', async () => {
		expect(await failure(server.urlOf('gateway', 'reader'))).toBe(
			refused(
				'it is read-only, such as a replica',
				'Name the primary server in DATABASE_URL, or switch default_transaction_read_only off for its user and its database',
			),
		);
	});

	// The second one has some connections, and fails where the start opens the next.
	it.each([
		['gateway', 'crowd'],
		['crowded', 'few'],
	])('about too many connections to %s of %s', async (database, user) => {
		expect(await failure(server.urlOf(database, user))).toBe(
			refused(
				'it has too many connections',
				'Raise max_connections of the server, and the connection limits of its user and its database, or close others: a gateway needs 7',
			),
		);
	});

	it('about a user that it lets in from nowhere', async () => {
		expect(await failure(server.urlOf('gateway', 'stranger', PASSWORD))).toBe(
			refused(
				'it accepts no unencrypted connections from this machine',
				'Add sslmode=verify-full to DATABASE_URL, or allow this machine in pg_hba.conf',
			),
		);
	});

	it('about TLS that the server does not have', async () => {
		expect(await failure(`${server.urlOf('gateway', 'owner')}?sslmode=require`)).toBe(
			refused(
				'it has no TLS, and DATABASE_URL asks for it',
				'Switch TLS on at the server (ssl = on), or remove sslmode from DATABASE_URL in a network of your own',
			),
		);
	});

	it('about a file of DATABASE_URL that does not exist', async () => {
		const file = path.join(folder, 'no-such-ca.pem');
		expect(await failure(`${server.urlOf('gateway', 'owner')}?sslmode=require&sslrootcert=${file}`)).toBe(
			refused(`the file ${file} cannot be read`, 'Check sslrootcert, sslcert and sslkey in DATABASE_URL'),
		);
	});
});

describe('a start on a PostgreSQL server with TLS ends with one sentence', () => {
	/** Restarts the server with a certificate; returns the file of it. */
	async function serve({ cert, key }: { cert: string; key: string }): Promise<string> {
		const [certificate, privateKey] = [
			await server.write('server.crt', cert),
			await server.write('server.key', key),
		];
		await server.restart({ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: privateKey });
		return certificate;
	}

	it('about a user that must use it', async () => {
		await serve(selfSigned());
		expect(await failure(server.urlOf('gateway', 'encrypted', PASSWORD))).toBe(
			refused(
				'it accepts no unencrypted connections from this machine',
				'Add sslmode=verify-full to DATABASE_URL, or allow this machine in pg_hba.conf',
			),
		);
	});

	it('about a user that it does not let in although the connection is encrypted', async () => {
		expect(await failure(`${server.urlOf('gateway', 'stranger', PASSWORD)}?sslmode=no-verify`)).toBe(
			refused(
				'its pg_hba.conf does not let this user into this database from this machine',
				'Add a line for them to pg_hba.conf, or check the user and the database in DATABASE_URL',
			),
		);
	});

	it('about a certificate of an unknown authority', async () => {
		expect(await failure(`${server.urlOf('gateway', 'owner')}?sslmode=require`)).toBe(
			outOfReach(
				'its TLS certificate is not signed by a known authority',
				"Add sslrootcert=/path/to/ca.pem with the server's CA certificate to DATABASE_URL, or sslmode=no-verify to encrypt without checking who answers",
			),
		);
	});

	it('about a certificate for another host', async () => {
		const authority = await serve(selfSigned());
		const url = server.urlOf('gateway', 'owner').replace('127.0.0.1', 'localhost');
		expect(await failure(`${url}?sslmode=verify-full&sslrootcert=${authority}`)).toBe(
			outOfReach(
				'its TLS certificate is for another host name',
				'Use the host name of the certificate in DATABASE_URL',
			),
		);
	});

	it('about a certificate that has expired', async () => {
		const authority = await serve(selfSigned([], Date.now() - 3_600_000));
		expect(
			await failure(`${server.urlOf('gateway', 'owner')}?sslmode=verify-full&sslrootcert=${authority}`),
		).toBe(outOfReach('its TLS certificate has expired', 'Renew the certificate of the server'));
	});
});

describe('a start on a PostgreSQL server that is not the primary ends with one sentence', () => {
	beforeAll(() => server.write('standby.signal', ''));

	it('about a replica', async () => {
		await server.restart({}, /ready to accept read-only/);
		expect(await failure(server.urlOf('gateway', 'owner'))).toBe(
			refused(
				'it is read-only, such as a replica',
				'Name the primary server in DATABASE_URL, or switch default_transaction_read_only off for its user and its database',
			),
		);
	});

	it('about a server that takes no connections yet', async () => {
		await server.restart({ hot_standby: 'off' }, /entering standby mode/);
		expect(await failure(server.urlOf('gateway', 'owner'))).toBe(
			refused('it is starting or stopping', 'Wait until it is ready'),
		);
	});
});

describe('a start without a PostgreSQL server ends with one sentence', () => {
	it('about a port that nothing listens on', async () => {
		expect(await failure(`postgres://owner:${PASSWORD}@127.0.0.1:${await freePort()}/gateway`)).toBe(
			outOfReach('nothing listens on that port', 'Check that the server runs, and the host and the port'),
		);
	});

	it('about a host that does not exist', async () => {
		expect(await failure(`postgres://owner:${PASSWORD}@no-such-host.invalid/gateway`)).toMatch(
			/could not be reached: (there is no host of that name\. Check the host name in DATABASE_URL|the name of the host cannot be resolved at the moment\. Check the DNS of this machine), then try again\.\n$/,
		);
	});

	describe('but with another one', () => {
		let other: Server;
		afterEach(() => {
			other.close();
		});

		/** Listens as the other server; returns a URL of it. */
		async function listen(onConnection: (socket: Socket) => void): Promise<string> {
			other = createServer((socket) => {
				// The gateway ends the connection when it likes.
				socket.on('error', () => undefined);
				onConnection(socket);
			}).listen(0, '127.0.0.1');
			await once(other, 'listening');
			const { port } = other.address() as AddressInfo;
			return `postgres://owner:${PASSWORD}@127.0.0.1:${port}/gateway`;
		}

		it('about one that does not answer', async () => {
			expect(await failure(await listen(() => undefined))).toBe(
				outOfReach('it does not answer', 'Check that it runs and that the address is right'),
			);
		});

		it('about one that ends the connection', async () => {
			expect(await failure(await listen((socket) => socket.end()))).toBe(
				outOfReach('it does not answer', 'Check that it runs and that the address is right'),
			);
		});

		it('about a web server', async () => {
			const url = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
			expect(await failure(url)).toBe(
				outOfReach('it does not answer', 'Check that it runs and that the address is right'),
			);
		});
	});
});
