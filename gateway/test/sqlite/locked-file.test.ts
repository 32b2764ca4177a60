import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { until } from '../support/until.ts';

/** A process that waits for the file answers a few requests while a write waits, and one that does not very many. */
const MANY = 20;

describe('a database file that another program has locked', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let other: DatabaseSync;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
		other = new DatabaseSync(path.join(folder, 'gateway.db'), { timeout: 5000 });
	});
	afterEach(async () => {
		other.close();
		await gateway.end('SIGTERM');
		await remove();
	});

	it('makes writes wait and then fail with 503, while everything else is answered', async () => {
		const instanceId = await connectedInstance(gateway);
		other.exec('begin immediate');
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		let isAnswered = false;
		const sending = gateway.post('/v1/messages/send', message).finally(() => {
			isAnswered = true;
		});
		let answered = 0;
		await until('the message to be answered', async () => {
			for (const url of ['/livez', `/v1/instances/${instanceId}`]) {
				expect((await fetch(gateway.url + url, { headers: gateway.headers })).status).toBe(200);
				answered += 1;
			}
			return isAnswered;
		});
		expect(answered).toBeGreaterThan(MANY);
		const refused = await sending;
		expect([refused.status, refused.at('error.code')]).toEqual([503, 'service_unavailable']);
		await until('the remedy in the log', () =>
			gateway.output().stderr.includes('Close the other program, or let it finish what it writes'),
		);

		const accepting = sendText(gateway, instanceId, '4915112345678');
		other.exec('rollback');
		await accepting;
	});
});
