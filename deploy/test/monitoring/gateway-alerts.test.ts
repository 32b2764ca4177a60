import { it } from '@jest/globals';
import { temporaryFolder } from '../../../gateway/test/support/data-folder.ts';
import { startGatewayProcess } from '../../../gateway/test/support/gateway-process.ts';
import { connectedInstance } from '../../../gateway/test/support/gateway.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { describeAlerts } from '../support/describe-with-prometheus.ts';
import { freePort } from '../support/prometheus.ts';

const ADA = '4915112345678';

/** Milliseconds for five starts of a gateway on a busy machine. */
const RESTARTS_TIMEOUT = 900_000;

describeAlerts('gateway', ({ closing, startGateway, watch, expectAlert }) => {
	it('warn of a gateway that ended', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway);
		await gateway.end('SIGKILL');
		await expectAlert(prometheus, 'GatewayDown');
	});

	it('warn of a gateway that is not ready, because its disk is full', async () => {
		const gateway = await startGateway({}, { fileSize: '8000' });
		const prometheus = await watch(gateway);
		const instanceId = await connectedInstance(gateway);
		const message = { instanceId, to: ADA, message: 'x'.repeat(4000) };
		await until('a message to be refused', async () => {
			const answers = await Promise.all(
				Array.from({ length: 20 }, () => gateway.post('/v1/messages/send', message)),
			);
			return answers.some(({ status }) => status === 503);
		});
		await expectAlert(prometheus, 'GatewayNotReady');
	});

	it(
		'warn of a gateway that is started again and again',
		async () => {
			const { folder, remove } = await temporaryFolder();
			closing(remove);
			const environment = { GATEWAY_PORT: String(await freePort()) };
			let gateway = await startGatewayProcess(folder, environment);
			closing(() => gateway.end('SIGKILL'));
			const prometheus = await watch(gateway, { keep: ['GatewayDown', 'GatewayNotReady'] });
			for (let count = 0; count < 4; count += 1) {
				await gateway.end('SIGKILL');
				gateway = await startGatewayProcess(folder, environment);
				await until('Prometheus to read the new process', async () => {
					const changes = await prometheus.query('changes(process_start_time_seconds[30m])');
					return Number(changes[0]?.value[1]) > count;
				});
			}
			await expectAlert(prometheus, 'GatewayRestartsOften');
		},
		RESTARTS_TIMEOUT,
	);
});
