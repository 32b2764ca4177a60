import { describe, expect, it } from '@jest/globals';
import { runGateway } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway } from '../support/gateway.ts';

describe('the audit log', () => {
	it('names the actor and the target of each change, and contains no secret', async () => {
		const gateway = await startTestGateway();
		const environment = { GATEWAY_DATA_DIR: gateway.folder };
		const instanceId = await connectedInstance(gateway);
		const webhook = await gateway.post('/v1/webhooks', {
			url: 'http://127.0.0.1:1/hook',
			events: ['message.sent'],
			secret: 'a very secret text',
		});
		const webhookId = webhook.text('data.id');
		await gateway.put(`/v1/webhooks/${webhookId}`, { secret: 'another secret text', name: 'B' });
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await gateway.delete(`/v1/instances/${instanceId}`);
		const { stdout: created } = await runGateway(['keys', 'create', '--name', 'CI'], environment);
		const keyId = /key_[0-9a-z]{26}/.exec(created)?.[0] ?? '';
		await runGateway(['keys', 'revoke', keyId], environment);

		const { stdout } = await runGateway(['audit'], environment);
		const entries = stdout
			.trim()
			.split('\n')
			.map((line) => line.split('  ').slice(1, 4));
		expect(entries.map(([actor, action, subject]) => [actor?.slice(0, 4), action, subject])).toEqual([
			['comm', 'key.revoked', keyId],
			['comm', 'key.created', keyId],
			['key_', 'instance.deleted', instanceId],
			['key_', 'instance.disconnected', instanceId],
			['key_', 'webhook.deleted', webhookId],
			['key_', 'webhook.updated', webhookId],
			['key_', 'webhook.created', webhookId],
			['key_', 'instance.connecting', instanceId],
			['key_', 'instance.created', instanceId],
		]);
		expect(stdout).not.toContain('secret text');
		expect(stdout).not.toMatch(/mgw_/);
		await gateway.close();
	});

	it('contains the method of each connection, and no token', async () => {
		const gateway = await startTestGateway();
		const path = `/v1/instances/${(await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id')}`;
		const official = { method: 'official', businessId: '1', phoneNumberId: '2' };
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'wrong-token' });
		await gateway.post(`${path}/connect`, { method: 'qrcode' });
		await gateway.post(`${path}/connect`, { method: 'qrcode' });
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'a-token' });
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'a-token' });
		await gateway.post(`${path}/disconnect`);
		await gateway.post(`${path}/disconnect`);

		const { stdout } = await runGateway(['audit'], { GATEWAY_DATA_DIR: gateway.folder });
		const entries = stdout.split('\n').map((line) => line.split('  ').slice(2));
		expect(
			entries.filter(([action]) => action?.includes('connect')).map(([action, , how]) => [action, how]),
		).toEqual([
			['instance.disconnected', undefined],
			['instance.connecting', '{"method":"official"}'],
			['instance.connecting', '{"method":"qrcode"}'],
		]);
		expect(stdout).not.toContain('a-token');
		await gateway.close();
	});
});
