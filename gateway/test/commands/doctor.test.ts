import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../support/servers/certificate.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { runDoctor } from '../support/storage/doctor.ts';
import { freePort } from '../support/free-port.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';

let folder: string;
let remove: () => Promise<void>;
let gateway: GatewayProcess | null;
let servers: Server[];

beforeEach(async () => {
	({ folder, remove } = await temporaryFolder());
	gateway = null;
	servers = [];
});
afterEach(async () => {
	await gateway?.end('SIGTERM');
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	await remove();
});

const doctor = (environment: Record<string, string> = {}) => runDoctor(folder, environment);

const portOf = ({ url }: GatewayProcess) => new URL(url).port;

/** Starts a server on this machine; resolves with its port. */
async function listen(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

async function register(...urls: string[]): Promise<void> {
	for (const url of urls) {
		const created = await gateway?.post('/v1/webhooks', { url, events: ['message.received'] });
		expect(created?.status).toBe(201);
	}
}

describe('doctor', () => {
	it('finds nothing wrong before the first start, and creates nothing', async () => {
		const { code, lines } = await doctor({ GATEWAY_DATA_DIR: path.join(folder, 'new'), DATABASE_URL: '' });
		expect(code).toBe(0);
		expect(lines).toEqual([
			expect.stringMatching(/^ok version messaging-gateway \S+ on Node\.js 24\./),
			'ok settings all are valid',
			expect.stringMatching(/^ok folder \S+new does not exist yet: the first start makes it$/),
			expect.stringMatching(/^ok database there is none in \S+new yet: the first start makes it$/),
			'ok port the gateway takes any free port',
			'ok clock there is no other machine to compare it with',
			'ok ffmpeg it is off: audio files are not converted to voice notes',
			'No problems found.',
		]);
		expect(await readdir(folder)).toEqual([]);
	});

	it('works beside a running gateway', async () => {
		gateway = await startGatewayProcess(folder);
		const { code, lines } = await doctor({
			GATEWAY_PORT: portOf(gateway),
			GATEWAY_PUBLIC_URL: gateway.url,
		});
		expect(lines).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^ok folder \S+ is writable, with \d+ MB free$/),
				expect.stringMatching(/^ok database (SQLite|PostgreSQL) answers, with schema \d{4}-[\w-]+$/),
				expect.stringMatching(/^ok encryption the key of \S+encryption.key opens the stored secrets$/),
				`ok port a gateway runs at ${gateway.url}, and is ready`,
				`ok public URL the gateway answers at ${gateway.url}`,
				'No problems found.',
			]),
		);
		expect(code).toBe(0);
	});

	it('says which hosts of webhooks cannot be reached, and calls no webhook', async () => {
		gateway = await startGatewayProcess(folder);
		const asked: string[] = [];
		const answer: RequestListener = ({ method, url }, response) => {
			asked.push(`${method ?? ''} ${url ?? ''}`);
			response.end();
		};
		const good = await listen(createServer(answer));
		const selfMade = await listen(createTlsServer(selfSigned(), answer));
		const closed = await freePort();
		await register(
			`http://127.0.0.1:${good}/hook/secret`,
			`http://127.0.0.1:${good}/other`,
			`https://127.0.0.1:${selfMade}/hook`,
			`http://127.0.0.1:${closed}/hook`,
			'https://receiver.invalid/hook',
		);

		const { code, lines } = await doctor({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
		const webhooks = lines.filter((line) => line.includes(' webhook '));
		expect(webhooks).toHaveLength(4);
		expect(webhooks).toEqual(
			expect.arrayContaining([
				`ok webhook http://127.0.0.1:${good} answers`,
				`problem webhook http://127.0.0.1:${closed} refused the connection. Start what should listen there, or correct the port.`,
				`problem webhook https://127.0.0.1:${selfMade}'s certificate is self-signed. Let the server send its intermediate certificates, or name the file of your own authority in NODE_EXTRA_CA_CERTS and restart the gateway.`,
				expect.stringMatching(/^problem webhook https:\/\/receiver\.invalid's host name .+ DNS\.$/),
			]),
		);
		expect(code).toBe(1);
		expect(lines.at(-1)).toBe('Found: 3 problems.');
		expect(asked).toEqual(['HEAD /']);

		const narrow = await doctor({ GATEWAY_ALLOW_PRIVATE_NETWORKS: `127.0.0.1:${selfMade}` });
		expect(narrow.lines).toContain(
			`problem webhook The gateway delivers nothing to http://127.0.0.1:${good}, because it leads to a private address, or to the gateway itself. If it is a receiver of yours, add 127.0.0.1:${good} to GATEWAY_ALLOW_PRIVATE_NETWORKS and restart the gateway.`,
		);
	});

	it('compares the clock with the receivers', async () => {
		gateway = await startGatewayProcess(folder);
		const port = await listen(
			createServer((_request, response) => {
				response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
				response.end();
			}),
		);
		await register(`http://127.0.0.1:${port}/hook`);
		const { code, lines } = await doctor({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
		expect(code).toBe(1);
		// The receiver's time has passed for as long as its answer took.
		expect(lines.find((line) => line.includes(' clock '))).toMatch(
			/^problem clock This machine's clock is 3[56]\d\d seconds behind that of the receivers of webhooks: .* Set both by NTP/,
		);
	});

	it('says that the key does not open the data', async () => {
		gateway = await startGatewayProcess(folder);
		const key = randomBytes(32).toString('base64');
		const { code, lines } = await doctor({ GATEWAY_ENCRYPTION_KEY: key });
		expect(code).toBe(1);
		expect(lines.find((line) => line.includes(' encryption '))).toContain(
			'problem encryption The database is encrypted with another key than that of GATEWAY_ENCRYPTION_KEY.',
		);
	});

	it('names another program on the port, and a public URL that leads nowhere', async () => {
		const port = await listen(createServer((_request, response) => response.end('Hello')));
		const { code, lines } = await doctor({
			GATEWAY_PORT: String(port),
			GATEWAY_PUBLIC_URL: 'https://gateway.invalid',
		});
		expect(code).toBe(1);
		expect(lines).toEqual(
			expect.arrayContaining([
				`problem port Another program listens on 127.0.0.1:${port}. Stop it, or set GATEWAY_PORT to another port.`,
				expect.stringMatching(
					/^warning public URL GATEWAY_PUBLIC_URL \(https:\/\/gateway\.invalid\)'s host name/,
				),
				'Found: 1 problem, 1 warning.',
			]),
		);
	});

	it('says that a proxy does not lead to the gateway that runs', async () => {
		gateway = await startGatewayProcess(folder);
		const proxy = await listen(
			createServer((_request, response) => {
				response.statusCode = 502;
				response.end('Bad Gateway');
			}),
		);
		const { code, lines } = await doctor({
			GATEWAY_PORT: portOf(gateway),
			GATEWAY_PUBLIC_URL: `http://127.0.0.1:${proxy}`,
		});
		expect(code).toBe(1);
		expect(lines).toContain(
			`problem public URL Something answers at http://127.0.0.1:${proxy}, but not the gateway. Let the proxy there pass all paths to the port of the gateway.`,
		);
	});

	it('names a data folder that others may read, and a file in its place', async () => {
		const open = path.join(folder, 'open');
		await mkdir(open);
		await chmod(open, 0o755);
		const { code, lines } = await doctor({ GATEWAY_DATA_DIR: open, DATABASE_URL: '' });
		expect(code).toBe(0);
		expect(lines).toContain(
			`warning folder Other accounts of this machine may read ${open}. The next start of the gateway closes it; until then run: chmod 700 ${open}`,
		);
		const file = path.join(folder, 'file');
		await writeFile(file, '');
		const taken = await doctor({ GATEWAY_DATA_DIR: file, DATABASE_URL: '' });
		expect(taken.code).toBe(1);
		expect(taken.lines).toEqual(
			expect.arrayContaining([expect.stringMatching(/^problem folder GATEWAY_DATA_DIR is .*, not a folder/)]),
		);
	});

	it('says that a restore was interrupted, after which no gateway starts', async () => {
		await mkdir(path.join(folder, 'restore-draft'));
		const { code, lines } = await doctor();
		expect(code).toBe(1);
		expect(lines).toContainEqual(
			expect.stringMatching(
				/^problem folder A restore into the data folder \S+ was interrupted .* Run it again/,
			),
		);
		await writeFile(path.join(folder, 'restore-draft/plan.json'), '{}');
		expect((await doctor()).lines).toContainEqual(
			expect.stringMatching(
				/^problem folder A restore into the data folder \S+ was interrupted\. Run it again with the same backup/,
			),
		);
	});

	it('says that the database cannot be reached, or is none', async () => {
		const { code, lines } = await doctor({
			DATABASE_URL: `postgres://gateway@127.0.0.1:${await freePort()}/gateway`,
		});
		expect(code).toBe(1);
		expect(lines.find((line) => line.includes(' database '))).toMatch(
			/^problem database .*DATABASE_URL .*\.$/,
		);
	});

	it('checks nothing else where settings are invalid', async () => {
		const { code, lines } = await doctor({ GATEWAY_PLAN: 'gold', GATEWAY_PORTT: '80' });
		expect(code).toBe(1);
		expect(lines).toEqual([
			expect.stringMatching(/^ok version /),
			'problem settings GATEWAY_PLAN is "gold", but must be one of free, starter, pro, enterprise.',
			'warning settings GATEWAY_PORTT is not a setting; did you mean GATEWAY_PORT?',
			'Found: 1 problem, 1 warning.',
		]);
	});
});
