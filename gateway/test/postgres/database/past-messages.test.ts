import { afterEach, beforeEach, expect, it } from '@jest/globals';
import path from 'node:path';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { createRelay, type Relay } from '../../support/servers/relay.ts';

const MESSAGES = 2000;

let folder: string;
let remove: () => Promise<void>;
let relay: Relay;
let gateway: GatewayProcess;

beforeEach(async () => {
	({ folder, remove } = await temporaryFolder());
	const { DATABASE_URL = '' } = await databaseEnvironment(folder);
	const server = new URL(DATABASE_URL);
	relay = createRelay({ path: path.join(folder, '.s.PGSQL.5432') }, server);
	await relay.open();
	const { username, password, pathname } = server;
	gateway = await startGatewayProcess(folder, {
		DATABASE_URL: `postgres://${pathname}?host=${folder}&user=${username}&password=${password}`,
	});
});
afterEach(async () => {
	await gateway.end('SIGTERM');
	relay.close();
	await remove();
});

it('messages from before an instance was linked do not wait for the database one by one', async () => {
	const instanceId = await connectedInstance(gateway);
	const before = relay.sends();
	const imported = await gateway.post(`/simulator/v1/instances/${instanceId}/history`, {
		messages: MESSAGES,
		chats: 5,
	});
	expect(imported.status).toBe(201);
	expect(relay.sends() - before).toBeLessThan(MESSAGES / 4);
	const page = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
	expect(page.at('data')).toHaveLength(1);
});
