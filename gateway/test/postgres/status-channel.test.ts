import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { WebSocket } from 'ws';
import { databaseEnvironment } from '../support/database.ts';
import { API_KEY, connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';

describe('a subscription to an instance whose status changes meanwhile', () => {
	let gateway: TestGateway;
	let database: pg.Client;
	let socket: WebSocket;

	beforeEach(async () => {
		gateway = await startTestGateway();
		const { DATABASE_URL } = await databaseEnvironment(gateway.folder);
		database = new pg.Client({ connectionString: DATABASE_URL });
		await database.connect();
		socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
	});
	afterEach(async () => {
		socket.terminate();
		await database.end();
		await gateway.close();
	});

	it('receives the change', async () => {
		const instanceId = await connectedInstance(gateway);
		const messages: unknown[] = [];
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		// The status is read in several statements, of which this lock delays one of the later ones.
		await database.query('begin');
		await database.query('lock table chats in access exclusive mode');
		const channel = `instance:${instanceId}:status`;
		socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey: API_KEY }));
		await until('the status to be read', async () => {
			const { rows } = await database.query('select 1 from pg_locks where not granted');
			return rows.length > 0;
		});
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await database.query('commit');

		await until('the change', () => messages.some((one) => at(one, 'data.status') === 'disconnected'));
		expect(at(messages.at(-1), 'data.status')).toBe('disconnected');
	});
});
