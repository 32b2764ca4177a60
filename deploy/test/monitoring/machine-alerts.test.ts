import { it } from '@jest/globals';
import { startS3Server } from '../../../gateway/test/support/servers/s3-server.ts';
import { describeAlerts } from '../support/describe-with-prometheus.ts';
import { repeat } from '../support/repeat.ts';
import { starve } from '../support/starve.ts';

describeAlerts('machine', ({ closing, startGateway, watch, expectAlert }) => {
	it('warn of many refused requests', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway);
		const guess = () =>
			fetch(`${gateway.url}/v1/instances`, { headers: { authorization: 'Bearer guessed' } });
		const stop = repeat(() => Promise.all(Array.from({ length: 10 }, guess)));
		await expectAlert(prometheus, 'GatewayRequestsRefused');
		await stop();
	});

	it('warn of a process that gets no processor', async () => {
		const gateway = await startGateway();
		const prometheus = await watch(gateway);
		const stop = repeat(() => starve(gateway));
		await expectAlert(prometheus, 'GatewayEventLoopSlow');
		await stop();
	});

	it('warn of a disk that is almost full', async () => {
		const gateway = await startGateway();
		const [{ value } = { value: [0, '0'] }] = await (
			await watch(gateway)
		).query('gateway_disk_free_bytes / gateway_disk_size_bytes');
		const prometheus = await watch(gateway, {
			threshold: { alert: 'GatewayDiskLow', from: '< 0.05', to: `< ${Number(value[1]) + 0.05}` },
		});
		await expectAlert(prometheus, 'GatewayDiskLow');
	});

	it('warn of a bucket that cannot be reached', async () => {
		const bucket = await startS3Server();
		closing(() => bucket.close());
		const gateway = await startGateway(bucket.environment());
		const prometheus = await watch(gateway);
		await bucket.stop();
		const body = new FormData();
		body.set('file', new Blob(['%PDF-1.4 a file']), 'a.pdf');
		const { authorization = '' } = gateway.headers;
		await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		await expectAlert(prometheus, 'GatewayMediaBucketDown');
	});
});
