import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance } from '../support/gateway.ts';
import { startMailServer, type MailServer } from '../support/servers/mail-server.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

describe('alerts of two gateways on one database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let mail: MailServer;
	let gateways: readonly [GatewayProcess, GatewayProcess];

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		mail = await startMailServer();
		const start = () =>
			startGatewayProcess(folder, {
				GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
				GATEWAY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
				GATEWAY_ALERT_MAIL_FROM: 'gateway@example.com',
				GATEWAY_ALERT_MAIL_TO: 'ops@example.com',
				GATEWAY_ALERT_DISK_FREE: 'off',
			});
		gateways = [await start(), await start()];
	});
	afterEach(async () => {
		for (const gateway of gateways) await gateway.end('SIGTERM');
		await receiver.close();
		await mail.close();
		await remove();
	});

	/** The events so far, each as its kind and the instance; a repeated delivery counts once. */
	const reported = () =>
		[
			...new Map(
				receiver.requests.map((request) => [
					request.at('eventId'),
					`${String(request.at('event'))} ${String(request.at('data.instanceId'))}`,
				]),
			).values(),
		].sort();

	/** Counts the mails that contain an instance; one mail may contain several alerts. */
	const mailed = (instanceId: string) => mail.mails.join('\n').split(`/#/instances/${instanceId}`).length - 1;

	/** Moves the time forward while no mail is on its way: the other gateway would take it for given up, and repeat it. */
	const advance = async (gateway: GatewayProcess, by: string): Promise<void> => {
		const unsent = 'select id from alert_notices where due_at is not null';
		await until('all mails to be sent', async () => (await runSql(folder, unsent)).length === 0);
		await gateway.post('/simulator/v1/clock', { advance: by });
	};

	it('are reported once when they begin and once when they end', async () => {
		const [first, second] = gateways;
		await second.post('/v1/webhooks', { url: receiver.url, events: ['alert.firing', 'alert.resolved'] });
		const instances = [
			await connectedInstance(first, 'One'),
			await connectedInstance(second, 'Two'),
			await connectedInstance(first, 'Three'),
		];
		await Promise.all(instances.map((id) => first.post(`/simulator/v1/instances/${id}/logout`)));
		const begins = instances.map((id) => `alert.firing ${id}`).sort();
		await until('all to begin', () => reported().length >= instances.length);
		await until('the mails', () => instances.every((id) => mailed(id) > 0));
		await advance(first, '3m');
		expect(reported()).toEqual(begins);
		expect(instances.map(mailed)).toEqual([1, 1, 1]);

		for (const id of instances) {
			await second.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
			await second.post(`/simulator/v1/instances/${id}/scan`);
		}
		await until('all to end', async () => {
			await advance(second, '1m');
			return reported().length >= 2 * instances.length;
		});
		await until('the mails of the ends', () => instances.every((id) => mailed(id) > 1));
		await advance(first, '3m');
		expect(reported()).toEqual([...begins, ...instances.map((id) => `alert.resolved ${id}`).sort()]);
		expect(instances.map(mailed)).toEqual([2, 2, 2]);
	});
});
