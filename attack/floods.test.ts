import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { frameOf, openRealtime } from './support/realtime.ts';
import { atRest, loadOf, type Load } from './support/process-load.ts';

/** Bytes of a flood, and milliseconds after which it ends. */
const FLOOD = 20 * 1024 ** 2;
const FLOOD_TIMEOUT = 10_000;

describe('a gateway that a stranger floods', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let before: Load;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
		await gateway.get('/v1/instances');
		before = loadOf(gateway.pid);
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		await remove();
	});

	/**
	 * Sends messages on one real-time connection as fast as the gateway reads them, by a client that ignores what the
	 * gateway says, until the gateway ends the connection.
	 */
	async function floodRealtime(message: string): Promise<void> {
		const socket = await openRealtime(gateway.url);
		const burst = Buffer.concat(Array.from({ length: 10_000 }, () => frameOf(message)));
		const deadline = performance.now() + FLOOD_TIMEOUT;
		for (let sent = 0; sent < FLOOD && !socket.destroyed; sent += burst.length) {
			if (performance.now() > deadline) break;
			if (socket.write(burst)) continue;
			await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
		}
		socket.destroy();
	}

	it.each([
		['with a wrong key', { type: 'subscribe', channel: 'events', apiKey: `mgw_${'x'.repeat(36)}` }],
		['without a key', { type: 'subscribe', channel: 'events' }],
		['that make no sense', {}],
	])('is at rest after 20 MB of real-time messages %s', async (_name, message) => {
		const flood = floodRealtime(JSON.stringify(message));
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await flood;
		await atRest(gateway.pid, before);
	});
});
