import { it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway } from '../../../gateway/test/support/gateway.ts';
import { createManualClock } from '../../../gateway/test/support/manual-clock.ts';
import { metricsOf } from '../../../gateway/test/support/metrics.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { describeAlerts } from '../support/describe-with-prometheus.ts';

const ADA = '4915112345678';

describeAlerts('webhook', ({ closing, startGateway, startWebhookReceiver, watch, expectAlert }) => {
	/** Starts a receiver that accepts no event. */
	async function startFailingReceiver() {
		const receiver = await startWebhookReceiver();
		receiver.answer((response) => response.writeHead(500).end());
		return receiver;
	}

	it('warn of a webhook that fails', async () => {
		const gateway = await startGateway();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway);
		const { url } = await startFailingReceiver();
		await gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
		for (let count = 0; count < 5; count += 1) await sendText(gateway, instanceId, ADA);
		await expectAlert(prometheus, 'GatewayWebhookFailing');
	});

	it('warn of a webhook that is paused after three days of failures', async () => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock });
		closing(() => gateway.close());
		const receiver = await startFailingReceiver();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		const failOnce = async (): Promise<void> => {
			const failed = receiver.requests.length;
			await sendText(gateway, instanceId, ADA);
			await receiver.count(failed + 1);
		};
		await failOnce();
		const retrying = 'gateway_delivery_attempt_duration_seconds_count{result="retrying"}';
		await until('the failure to be recorded', async () => (await metricsOf(gateway)).get(retrying) === 1);
		clock.advance(3 * 24 * 3_600_000);
		await failOnce();
		await expectAlert(prometheus, 'GatewayWebhookPaused');
	});

	it('warn of an event that is not taken for long', async () => {
		const gateway = await startGateway();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway, {
			threshold: { alert: 'GatewayDeliveriesOld', from: '> 3600', to: '> 2' },
		});
		const { url } = await startFailingReceiver();
		await gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
		await sendText(gateway, instanceId, ADA);
		await expectAlert(prometheus, 'GatewayDeliveriesOld');
	});

	it('warn of deliveries that are due and not attempted', async () => {
		const gateway = await startGateway();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway, {
			threshold: { alert: 'GatewayDeliveriesOverdue', from: '> 60', to: '> 2' },
		});
		const { url } = await startWebhookReceiver();
		await gateway.post('/v1/webhooks', { url, events: ['message.sent'], ratePerSecond: 1 });
		for (let count = 0; count < 30; count += 1) await sendText(gateway, instanceId, ADA);
		await expectAlert(prometheus, 'GatewayDeliveriesOverdue');
	});

	it('warn of events that were given up', async () => {
		const gateway = await startGateway({ GATEWAY_RETRY_SCHEDULE: '0s' });
		const prometheus = await watch(gateway);
		const { url } = await startFailingReceiver();
		await gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
		await sendText(gateway, await connectedInstance(gateway), ADA);
		await expectAlert(prometheus, 'GatewayDeliveriesGivenUp');
	});
});
