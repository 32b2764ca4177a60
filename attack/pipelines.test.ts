import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../gateway/test/support/gateway.ts';
import { atRest, loadOf, type Load } from './support/process-load.ts';
import { openSocket } from './support/raw.ts';

/** Received messages in the chats of the instance, and characters of each: a page of them has about 1.2 MB. */
const MESSAGES = 100;
const LENGTH = 4000;

describe('a client that sends many requests at once, and reads no response', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let instanceId: string;
	let socket: Socket;
	let before: Load;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
		instanceId = await connectedInstance(gateway);
		const content = '\u6F22'.repeat(LENGTH);
		for (let count = 0; count < MESSAGES; count += 1) {
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: '4915112345678',
				content,
			});
		}
		before = loadOf(gateway.pid);
		socket = (await openSocket(gateway.url)).pause();
	});
	afterEach(async () => {
		socket.destroy();
		await gateway.end('SIGKILL');
		await remove();
	});

	it.each([
		['as many as may wait', 100],
		['as many as fit into a packet', 500],
	])('leaves the gateway at rest: %s', async (_name, count) => {
		const { host } = new URL(gateway.url);
		const path = `/v1/messages?instanceId=${instanceId}&limit=${MESSAGES}`;
		socket.write(
			`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`.repeat(count),
		);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await atRest(gateway.pid, before);
	});
});
