import { expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';

it('creates one webhook for a request with an Idempotency-Key that comes to two gateways at once', async () => {
	const { folder, remove } = await temporaryFolder();
	const limits = { GATEWAY_RATE_LIMITS: 'off' };
	const gateways = [await startGatewayProcess(folder, limits), await startGatewayProcess(folder, limits)];
	const create = (name: string, index: number) =>
		gateways[index % 2]?.request('/v1/webhooks', {
			method: 'POST',
			headers: { ...gateways[0]?.headers, 'idempotency-key': name },
			body: JSON.stringify({ name, url: 'http://127.0.0.1:9/', events: ['message.read'] }),
		});

	for (const name of Array.from({ length: 20 }, (_, index) => `Webhook ${index}`)) {
		const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => create(name, index)));
		expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
		expect(new Set(answers.map((answer) => answer?.at('data.id'))).size).toBe(1);
	}
	const rows = await runSql(folder, `select name from webhooks`);
	const audited = await runSql(folder, `select target from audit_log where action = 'webhook.created'`);
	expect([rows.length, audited.length]).toEqual([20, 20]);

	for (const gateway of gateways) await gateway.end('SIGTERM');
	await remove();
});
