import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText, statusOf } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';

describe('a database file that is not where the gateway opened it', () => {
	let folder: string;
	let data: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let instanceId: string;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		data = path.join(folder, 'data');
		gateway = await startGatewayProcess(data);
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		await remove();
	});

	const send = (): Promise<Answer> =>
		gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hello' });

	/** The gateway accepts nothing that would be gone after its end, and says so. */
	async function expectRefusal(): Promise<void> {
		const refused = await send();
		expect([refused.status, refused.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
		await until('the reason in the log', () =>
			gateway.output().stderr.includes('was deleted, moved or replaced while it is in use'),
		);
	}

	it('takes no writes after the folder was moved, until it is moved back', async () => {
		const away = path.join(folder, 'elsewhere');
		await rename(data, away);
		await expectRefusal();
		await rename(away, data);
		const messageId = await sendText(gateway, instanceId, '4915112345678');
		await gateway.end('SIGKILL');
		gateway = await startGatewayProcess(data);
		expect(at(await statusOf(gateway, messageId), 'messageId')).toBe(messageId);
	});

	it.each(['gateway.db', 'gateway.db-wal'])('takes no writes after %s was deleted', async (name) => {
		await rm(path.join(data, name));
		await expectRefusal();
	});
});
