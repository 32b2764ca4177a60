import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';
import { runDoctor } from '../support/storage/doctor.ts';
import { freePort } from '../support/free-port.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';

const REMEDY = 'Set GATEWAY_PEER_URL of each gateway to a URL at which the others reach it.';

describe('doctor, about the gateways on one database', () => {
	let folders: Awaited<ReturnType<typeof temporaryFolder>>[];
	let gateways: GatewayProcess[];
	let servers: Server[];
	beforeEach(async () => {
		folders = [await temporaryFolder(), await temporaryFolder()];
		gateways = [];
		servers = [];
	});
	afterEach(async () => {
		for (const gateway of gateways) await gateway.end('SIGTERM');
		for (const server of servers) server.close();
		for (const { remove } of folders) await remove();
	});

	const environment = async (): Promise<Record<string, string>> => ({
		...(await databaseEnvironment(folders[0]?.folder ?? '')),
		GATEWAY_ENCRYPTION_KEY: 'ab'.repeat(32),
	});

	/** Starts the next gateway on the database; returns its URL. */
	async function start(settings: Record<string, string> = {}): Promise<string> {
		const { folder = '' } = folders[gateways.length] ?? {};
		const gateway = await startGatewayProcess(folder, { ...(await environment()), ...settings });
		gateways.push(gateway);
		return gateway.url;
	}

	async function listen(answer: RequestListener): Promise<string> {
		const server = createServer(answer);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	/** Returns the exit code and the lines about peers. */
	async function peerLines(settings: Record<string, string> = {}) {
		const { folder = '' } = folders[0] ?? {};
		const { code, lines } = await runDoctor(folder, { ...(await environment()), ...settings });
		return { code, lines: lines.filter((line) => line.includes(' peer ')).sort() };
	}

	it('says nothing of a single gateway', async () => {
		await start();
		expect(await peerLines()).toEqual({ code: 0, lines: [] });
	});

	it('says that each is reached', async () => {
		const urls = [await start(), await start()];
		expect(await peerLines()).toEqual({
			code: 0,
			lines: urls.map((url) => `ok peer a gateway on this database answers at ${url}`).sort(),
		});
	});

	it('says that one cannot be reached at its address, and that another server is there', async () => {
		const first = await start();
		const closed = `http://127.0.0.1:${await freePort()}`;
		await start({ GATEWAY_PEER_URL: closed });
		expect(await peerLines()).toEqual({
			code: 1,
			lines: [
				`ok peer a gateway on this database answers at ${first}`,
				`problem peer The gateway of this database at ${closed} refused the connection. Start what should listen there, or correct the port. ${REMEDY}`,
			],
		});
		await gateways.pop()?.end('SIGTERM');
		const other = await listen((_request, response) => response.end('Hello'));
		await start({ GATEWAY_PEER_URL: other });
		expect((await peerLines()).lines).toContain(
			`problem peer Something answers at ${other}, but not the gateway with that address. ${REMEDY}`,
		);
	});

	it('says that two have the same address', async () => {
		const first = await start();
		await start({ GATEWAY_PEER_URL: first });
		expect(await peerLines()).toEqual({
			code: 1,
			lines: [
				`ok peer a gateway on this database answers at ${first}`,
				`problem peer 2 gateways on this database have the same address ${first}, so that requests for the instances of one reach another. ${REMEDY}`,
			],
		});
	});

	it('warns of a GATEWAY_PEER_URL that leads nowhere before the gateway runs', async () => {
		const closed = `http://127.0.0.1:${await freePort()}`;
		expect(await peerLines({ GATEWAY_PEER_URL: closed })).toEqual({
			code: 0,
			lines: [
				`warning peer GATEWAY_PEER_URL (${closed}) refused the connection. Start what should listen there, or correct the port.`,
			],
		});
		await start({ GATEWAY_PEER_URL: closed });
		expect((await peerLines({ GATEWAY_PEER_URL: closed })).code).toBe(1);
		const other = await listen((_request, response) => response.end('Hello'));
		expect((await peerLines({ GATEWAY_PEER_URL: other })).lines).toEqual([
			`warning peer Something answers at ${other}, but no gateway. Correct GATEWAY_PEER_URL.`,
		]);
	});
});
