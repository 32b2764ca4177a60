import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../support/data-folder.ts';
import { endConnections, runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { API_KEY, connectedInstance, sendText } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';
const TRY_AGAIN = 1013;

describe('a client that is subscribed to the events of all instances at one of several gateways', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let first: GatewayProcess;
	let others: GatewayProcess[];
	let socket: WebSocket;
	let messages: unknown[];
	let closeCode: number | null;

	const start = async (): Promise<GatewayProcess> => {
		const gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
		others.push(gateway);
		return gateway;
	};
	const hasEvent = (kind: string, of: Record<string, string>): boolean =>
		messages.some(
			(message) =>
				at(message, 'data.kind') === kind &&
				Object.entries(of).every(([name, value]) => at(message, `data.payload.data.${name}`) === value),
		);

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		others = [];
		first = await start();
		messages = [];
		closeCode = null;
		socket = new WebSocket(`${first.url.replace('http', 'ws')}/v1/realtime`);
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		socket.on('close', (code) => (closeCode = code));
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
		socket.send(JSON.stringify({ type: 'subscribe', channel: 'events', apiKey: API_KEY }));
		await until('the subscription', () => messages.length > 0);
	});
	afterEach(async () => {
		socket.terminate();
		for (const gateway of others) await gateway.end('SIGTERM');
		await remove();
	});

	/** Lets no gateway notify the others, until the returned function is called. */
	async function preventNotifications(): Promise<() => Promise<void>> {
		await runSql(folder, 'alter function pg_catalog.pg_notify(text, text) rename to pg_notify_hidden');
		// The open connections have prepared their statements with it.
		await endConnections(folder);
		return async () => {
			await runSql(folder, 'alter function pg_catalog.pg_notify_hidden(text, text) rename to pg_notify');
		};
	}

	it('receives what a gateway records that has just started', async () => {
		const second = await start();
		const instanceId = await connectedInstance(second);
		await until('the event', () => hasEvent('instance.connected', { instanceId }));
	});

	it('has to connect again where a gateway could not notify the others for a while', async () => {
		const second = await start();
		const instanceId = await connectedInstance(second);
		await until('the second gateway to notify', () => hasEvent('instance.connected', { instanceId }));
		const allowNotifications = await preventNotifications();
		await sendText(second, instanceId, ANA);
		await until('a notification to fail', () => second.output().stderr.includes('pg_notify'));
		await allowNotifications();
		await until('the connection to be closed', () => closeCode !== null);
		expect(closeCode).toBe(TRY_AGAIN);
	});

	it('has to connect again where a gateway was killed that could not notify the others', async () => {
		const second = await start();
		const instanceId = await connectedInstance(second);
		await until('the second gateway to notify', () => hasEvent('instance.connected', { instanceId }));
		const allowNotifications = await preventNotifications();
		await sendText(second, instanceId, ANA);
		await until('a notification to fail', () => second.output().stderr.includes('pg_notify'));
		await second.end('SIGKILL');
		await allowNotifications();
		await until('the connection to be closed', () => closeCode !== null);
		expect(closeCode).toBe(TRY_AGAIN);
	});
});
