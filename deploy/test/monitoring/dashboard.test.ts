import { describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText } from '../../../gateway/test/support/gateway.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { dashboardQueries, type Dashboard, type Panel } from '../support/dashboard.ts';
import { describeWithPrometheus } from '../support/describe-with-prometheus.ts';
import { DASHBOARD } from '../support/monitoring-files.ts';

const ADA = '4915112345678';

describe('the dashboard', () => {
	const { schemaVersion, panels, templating } = JSON.parse(DASHBOARD) as Dashboard;
	const covers = ({ gridPos: { x, y, w, h } }: Panel): string[] =>
		Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`);

	it('has the form of Grafana 10: panels with ids of their own, side by side', () => {
		expect(schemaVersion).toBeGreaterThanOrEqual(38);
		expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
		const cells = panels.flatMap(covers);
		expect(new Set(cells).size).toBe(cells.length);
		expect(cells.every((cell) => Number(cell.split(',')[0]) < 24)).toBe(true);
		expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
	});

	it('takes the chosen data source for every query, and explains every panel', () => {
		for (const { type, description, targets = [] } of panels.filter(({ type }) => type !== 'row')) {
			expect([type, description]).toEqual([type, expect.stringMatching(/.{10,}\.$/)]);
			expect(targets.length).toBeGreaterThan(0);
			for (const target of targets) {
				expect(target.datasource.uid).toBe('${datasource}');
				expect(target.expr).toContain('$job');
			}
		}
	});

	it('has the rows that the documents name', () => {
		const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
		expect(rows).toEqual([
			'Now',
			'Traffic',
			'Latency',
			'Failures',
			'Queue',
			'Webhooks',
			'Instances',
			'Process',
		]);
	});
});

describeWithPrometheus('the queries of the dashboard', ({ startGateway, startWebhookReceiver, watch }) => {
	it('each find a series', async () => {
		const gateway = await startGateway();
		const instanceId = await connectedInstance(gateway);
		const prometheus = await watch(gateway);
		const receiver = await startWebhookReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ADA, content: 'Hello' });
		await sendText(gateway, instanceId, ADA);
		await receiver.count(1);
		const [build] = await prometheus.query('gateway_build_info');
		const gatewayName = build?.metric.instance ?? '';
		const empty = async (): Promise<string[]> => {
			const found: string[] = [];
			for (const query of dashboardQueries(DASHBOARD, gatewayName)) {
				if ((await prometheus.query(query)).length === 0) found.push(query);
			}
			return found;
		};
		let left: string[] = [];
		await until('every query to return a series', async () => {
			left = await empty();
			return left.length === 0;
		}).catch(() => undefined);
		expect(left).toEqual([]);
	});
});
