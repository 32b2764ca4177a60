import { it } from '@jest/globals';
import { connectedInstance, sendText } from '../../../gateway/test/support/gateway.ts';
import { describeAlerts } from '../support/describe-with-prometheus.ts';
import { repeat } from '../support/repeat.ts';

const ADA = '4915112345678';
const NOT_REGISTERED = '4915112340000';

describeAlerts('message', ({ startGateway, watch, expectAlert }) => {
	it('warn of messages that fail', async () => {
		const gateway = await startGateway();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway);
		for (let count = 0; count < 10; count += 1) await sendText(gateway, instanceId, NOT_REGISTERED);
		const stop = repeat(() => sendText(gateway, instanceId, NOT_REGISTERED));
		await expectAlert(prometheus, 'GatewayMessagesFailing');
		await stop();
		await prometheus.waitForSilence();
	});

	it('warn of messages that wait', async () => {
		const gateway = await startGateway({ GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' });
		const prometheus = await watch(gateway, {
			threshold: { alert: 'GatewayMessagesWaiting', from: '> 300', to: '> 2' },
		});
		await sendText(gateway, await connectedInstance(gateway), ADA);
		await expectAlert(prometheus, 'GatewayMessagesWaiting');
	});
});
