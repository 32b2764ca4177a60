import { expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { startTestGateway } from '../support/gateway.ts';
import { openBrowser, openOwner, PASSWORD } from '../support/owner.ts';

it('keeps an owner where the last owners demote or remove each other at two gateways at the same time', async () => {
	const gateway = await startTestGateway();
	const other = await startGatewayProcess(gateway.folder);
	const first = await openOwner(gateway);
	const firstId = (await first.get('/admin/v1/session')).text('data.user.userId');
	for (const [round, method] of ['PATCH', 'PATCH', 'PATCH', 'DELETE'].entries()) {
		const invited = await first.post('/admin/v1/users', { name: `Owner ${round}`, role: 'owner' });
		const secondId = invited.text('data.user.userId');
		const token = invited.text('data.inviteUrl').split('/#/setup/')[1];
		const second = openBrowser(other);
		await second.post('/admin/v1/setup', { token, password: PASSWORD });
		await second.confirm();
		const body = method === 'PATCH' ? { role: 'viewer' } : undefined;
		await Promise.all([
			first.call(method, `/admin/v1/users/${secondId}`, body),
			second.call(method, `/admin/v1/users/${firstId}`, body),
		]);
		expect(await runSql(gateway.folder, "select id from users where role = 'owner'")).toHaveLength(1);
		if (method === 'DELETE') break;
		// Ready for the next round, with either outcome.
		await runSql(gateway.folder, `update users set role = 'owner' where id = '${firstId}'`);
		await runSql(gateway.folder, `update users set role = 'viewer' where id = '${secondId}'`);
	}
	await other.end('SIGTERM');
	await gateway.close();
});
