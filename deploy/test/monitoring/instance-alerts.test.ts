import { expect, it } from '@jest/globals';
import { connectedInstance } from '../../../gateway/test/support/gateway.ts';
import { POISON } from '../../../gateway/test/support/whatsapp/poison.ts';
import { startWhatsAppGateway } from '../../../gateway/test/support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp } from '../../../gateway/test/support/whatsapp/whatsapp.ts';
import { describeAlerts } from '../support/describe-with-prometheus.ts';
import { freePort } from '../support/prometheus.ts';

const ADA = '4915112345678';

describeAlerts('instance', ({ closing, startGateway, watch, expectAlert }) => {
	it('warn of an instance that was logged out', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway);
		const instanceId = await connectedInstance(gateway);
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await expectAlert(prometheus, 'GatewayInstanceDisconnected');
		await gateway.delete(`/v1/instances/${instanceId}`);
		await prometheus.waitForSilence();
	});

	it('do not warn of an instance that somebody disconnected', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway, {
			// Fires as soon as any instance is disconnected, whatever the reason.
			threshold: { alert: 'GatewayInstanceReconnecting', from: 'connecting', to: 'disconnected' },
		});
		await gateway.post(`/v1/instances/${await connectedInstance(gateway)}/disconnect`);
		expect(await prometheus.waitFor('GatewayInstanceReconnecting')).toEqual(['GatewayInstanceReconnecting']);
	});

	it('warn of a restricted account', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway);
		const path = `/simulator/v1/instances/${await connectedInstance(gateway)}/restriction`;
		await gateway.post(path, { kind: 'new_chats' });
		await expectAlert(prometheus, 'GatewayInstanceRestricted');
		await gateway.delete(path);
		await prometheus.waitForSilence();
	});

	it('warn of a message that was set aside, and of a network out of reach', async () => {
		const whatsApp = await startWhatsApp();
		closing(() => whatsApp.close().catch(() => undefined));
		const port = String(await freePort());
		const gateway = await startWhatsAppGateway(whatsApp, { GATEWAY_PORT: port }, [POISON]);
		closing(() => gateway.close());
		const account = '4915111111111';
		const prometheus = await watch(gateway.client, {
			keep: ['GatewayDown', 'GatewayNotReady'],
			threshold: { alert: 'GatewayRestartsOften', from: '> 3', to: '> 30' },
		});
		const instanceId = await gateway.linked(account);
		await whatsApp.send(ADA, account, { text: 'POISON: the process dies' });
		for (let crashes = 0; crashes < 3; crashes += 1) {
			await gateway.client.finished;
			await gateway.start();
		}
		await expectAlert(prometheus, 'GatewayMessageSetAside');
		await whatsApp.close();
		await gateway.has(instanceId, 'connecting');
		await expectAlert(prometheus, 'GatewayInstanceReconnecting', ['GatewayMessageSetAside']);
	});
});
