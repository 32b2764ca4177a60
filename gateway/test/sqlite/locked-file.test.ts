import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { until } from '../support/until.ts';

/** Milliseconds in which a process that waits for nothing answers. */
const PROMPT = 3000;

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
		await until('the message to be answered', async () => {
			for (const url of ['/livez', `/v1/instances/${instanceId}`]) {
				const signal = AbortSignal.timeout(PROMPT);
				const { status } = await fetch(gateway.url + url, { headers: gateway.headers, signal });
				expect(status).toBe(200);
			}
			return isAnswered;
		});
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
