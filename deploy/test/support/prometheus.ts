import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../gateway/test/support/until.ts';

/** A series of the answer to a query, with its latest value. */
export interface Sample {
	metric: Record<string, string>;
	value: [number, string];
}

/** A Prometheus server that reads the metrics of gateways every second. */
export interface Prometheus {
	/** Returns the series of a query now. */
	query(expression: string): Promise<Sample[]>;
	/** Returns the names of the alerts that fire, sorted. */
	firing(): Promise<string[]>;
	/** Waits until an alert fires; returns all that fire then. */
	waitFor(alert: string): Promise<string[]>;
	/** Waits until no alert fires. */
	waitForSilence(): Promise<void>;
	close(): Promise<void>;
}

interface AlertsResponse {
	data: { alerts: { state: string; labels: { alertname: string } }[] };
}

/** Starts Prometheus with alert rules (YAML); resolves when it has read the metrics of each gateway once. */
export async function startPrometheus(gateways: readonly string[], rules: string): Promise<Prometheus> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-prometheus-'));
	await writeFile(path.join(folder, 'alerts.yaml'), rules);
	await writeFile(path.join(folder, 'prometheus.yaml'), configuration(gateways));
	const address = `127.0.0.1:${await freePort()}`;
	const server = spawn(
		'prometheus',
		[
			`--config.file=${path.join(folder, 'prometheus.yaml')}`,
			`--storage.tsdb.path=${path.join(folder, 'data')}`,
			`--web.listen-address=${address}`,
			'--log.level=warn',
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	let log = '';
	server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
	const ended = once(server, 'close');

	const get = async (what: string): Promise<unknown> => {
		const response = await fetch(`http://${address}/api/v1/${what}`);
		if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
		return response.json();
	};
	const query = async (expression: string): Promise<Sample[]> => {
		const answer = (await get(`query?${new URLSearchParams({ query: expression }).toString()}`)) as {
			data: { result: Sample[] };
		};
		return answer.data.result;
	};
	const firing = async (): Promise<string[]> => {
		const { data } = (await get('alerts')) as AlertsResponse;
		const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
		return [...new Set(names)].sort();
	};

	await until(`Prometheus to read the metrics ${log}`, async () => {
		if (server.exitCode !== null) throw new Error(`Prometheus ended: ${log}`);
		const samples = await query('up == 1').catch(() => []);
		return samples.length === gateways.length;
	});
	return {
		query,
		firing,
		waitFor: (alert) =>
			until(`the alert ${alert}`, async () => {
				const names = await firing();
				return names.includes(alert) && names;
			}),
		async waitForSilence() {
			await until('no alert to fire', async () => (await firing()).length === 0);
		},
		async close() {
			server.kill('SIGKILL');
			await ended;
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function configuration(gateways: readonly string[]): string {
	const targets = gateways.map((url) => new URL(url).host);
	return JSON.stringify({
		global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
		rule_files: ['alerts.yaml'],
		scrape_configs: [{ job_name: 'messaging-gateway', static_configs: [{ targets }] }],
	});
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
