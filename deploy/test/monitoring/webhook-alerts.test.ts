import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../gateway/test/support/gateway-process.ts';
import { connectedInstance, sendText, startTestGateway } from '../../gateway/test/support/gateway.ts';
import { createManualClock } from '../../gateway/test/support/manual-clock.ts';
import { metricsOf } from '../../gateway/test/support/metrics.ts';
import { startReceiver, type Receiver } from '../../gateway/test/support/receiver.ts';
import { startS3Server } from '../../gateway/test/support/s3-server.ts';
import { until } from '../../gateway/test/support/until.ts';
import { POISON } from '../../gateway/test/support/whatsapp/poison.ts';
import { startWhatsAppGateway } from '../../gateway/test/support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';
import { dashboardQueries, type Dashboard, type Panel } from './support/dashboard.ts';
import { installed } from './support/installed.ts';
import { freePort, startPrometheus, type Prometheus } from './support/prometheus.ts';
import { readAlerts, shortenAlerts, type Shortening } from './support/shorten-alerts.ts';

const FOLDER = path.join(import.meta.dirname, '../monitoring');
const RULES_FILE = path.join(FOLDER, 'alerts.yaml');
const RULES = readFileSync(RULES_FILE, 'utf8');
const DASHBOARD = readFileSync(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8');
const GUIDE = readFileSync(path.join(FOLDER, '../../docs/monitoring.md'), 'utf8');

const ADA = '4915112345678';
const NOT_REGISTERED = '4915112340000';

/** Milliseconds for five starts of a gateway on a busy machine. */
const RESTARTS_TIMEOUT = 900_000;

/** The alerts that a test has provoked. */
const provoked = new Set<string>();

describe('the alerts', () => {
	it('say what happened and what to do, and are explained in the documents', () => {
		const headings = new Set(GUIDE.split('\n').filter((line) => line.startsWith('### ')));
		for (const { alert, labels, annotations } of readAlerts(RULES)) {
			expect(annotations.summary).toMatch(/\.$/);
			expect(annotations.description).toMatch(/.{60,}\.$/);
			expect(annotations.runbook_url).toMatch(new RegExp(`/docs/monitoring\\.md#${alert.toLowerCase()}$`));
			expect(annotations.troubleshooting_url).toMatch(/\/docs\/troubleshooting\.md$/);
			expect(['critical', 'warning']).toContain(labels.severity);
			expect([...headings]).toContain(`### ${alert}`);
		}
	});
});

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

const withPrometheus =
	installed('prometheus') !== null && installed('promtool') !== null ? describe : describe.skip;
if (withPrometheus === describe.skip) {
	process.stderr.write(
		'The tests of alerts and dashboard are skipped: install prometheus and promtool (Debian: apt-get install prometheus).\n',
	);
}

withPrometheus('Prometheus', () => {
	let closers: (() => Promise<unknown>)[] = [];
	afterEach(async () => {
		for (const close of closers.reverse()) await close();
		closers = [];
	});

	/** Starts a gateway in a process of its own, which ends with the test. */
	async function startGateway(
		environment: Record<string, string> = {},
		limits: { fileSize?: string } = {},
	): Promise<GatewayProcess> {
		const { folder, remove } = await temporaryFolder();
		closers.push(remove);
		const fast = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0', ...environment };
		const gateway = await startGatewayProcess(folder, fast, limits);
		closers.push(() => gateway.end('SIGKILL'));
		return gateway;
	}

	async function startWebhookReceiver(): Promise<Receiver> {
		const receiver = await startReceiver();
		closers.push(() => receiver.close());
		return receiver;
	}

	/** Watches a gateway with the alerts, of which none fires yet. */
	async function watch(gateway: { url: string }, shortening: Shortening = {}): Promise<Prometheus> {
		const prometheus = await startPrometheus([gateway.url], shortenAlerts(RULES, shortening));
		closers.push(() => prometheus.close());
		expect(await prometheus.firing()).toEqual([]);
		return prometheus;
	}

	async function expectOnly(prometheus: Prometheus, alert: string): Promise<void> {
		expect(await prometheus.waitFor(alert)).toEqual([alert]);
		provoked.add(alert);
	}

	it('accepts the rules and the example of its configuration', () => {
		const check = (...args: string[]): string =>
			execFileSync('promtool', ['check', ...args], { encoding: 'utf8' });
		expect(check('rules', RULES_FILE)).toContain(`${readAlerts(RULES).length} rules found`);
		expect(check('config', path.join(FOLDER, 'prometheus.yaml'))).toContain('is valid prometheus config');
	});

	describe('on the simulated network', () => {
		let folder: string;
		let remove: () => Promise<void>;
		let gateway: GatewayProcess;
		let instanceId: string;

		beforeAll(async () => {
			({ folder, remove } = await temporaryFolder());
			gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
			instanceId = await connectedInstance(gateway);
		});
		afterAll(async () => {
			await gateway.end('SIGKILL');
			await remove();
		});

		/** Registers a webhook that ends with the test. */
		async function register(url: string, more: object = {}): Promise<string> {
			const answer = await gateway.post('/v1/webhooks', { url, events: ['message.sent'], ...more });
			const id = answer.text('data.id');
			closers.push(() => gateway.delete(`/v1/webhooks/${id}`));
			return id;
		}

		it('finds a series for every query of the dashboard', async () => {
			const prometheus = await watch(gateway);
			const receiver = await startWebhookReceiver();
			await register(receiver.url);
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

		it('warns of an instance that was logged out', async () => {
			const prometheus = await watch(gateway);
			const other = await connectedInstance(gateway, 'Branch');
			await gateway.post(`/simulator/v1/instances/${other}/logout`);
			await expectOnly(prometheus, 'GatewayInstanceDisconnected');
			await gateway.delete(`/v1/instances/${other}`);
			await prometheus.waitForSilence();
		});

		it('does not warn of an instance that somebody disconnected', async () => {
			const prometheus = await watch(gateway, {
				// Fires as soon as any instance is disconnected, whatever the reason.
				threshold: { alert: 'GatewayInstanceReconnecting', from: 'connecting', to: 'disconnected' },
			});
			const other = await connectedInstance(gateway, 'Branch');
			await gateway.post(`/v1/instances/${other}/disconnect`);
			expect(await prometheus.waitFor('GatewayInstanceReconnecting')).toEqual([
				'GatewayInstanceReconnecting',
			]);
			await gateway.delete(`/v1/instances/${other}`);
		});

		it('warns of a restricted account', async () => {
			const prometheus = await watch(gateway);
			const path = `/simulator/v1/instances/${instanceId}/restriction`;
			await gateway.post(path, { kind: 'new_chats' });
			await expectOnly(prometheus, 'GatewayInstanceRestricted');
			await gateway.delete(path);
			await prometheus.waitForSilence();
		});

		it('warns of messages that fail', async () => {
			const prometheus = await watch(gateway);
			for (let count = 0; count < 10; count += 1) await sendText(gateway, instanceId, NOT_REGISTERED);
			const stop = repeat(() => sendText(gateway, instanceId, NOT_REGISTERED));
			await expectOnly(prometheus, 'GatewayMessagesFailing');
			await stop();
			await prometheus.waitForSilence();
		});

		it('warns of a webhook that fails', async () => {
			const prometheus = await watch(gateway);
			const receiver = await startWebhookReceiver();
			receiver.answer((response) => response.writeHead(500).end());
			await register(receiver.url);
			for (let count = 0; count < 5; count += 1) await sendText(gateway, instanceId, ADA);
			await expectOnly(prometheus, 'GatewayWebhookFailing');
		});

		it('warns of an event that is not taken for long', async () => {
			const prometheus = await watch(gateway, {
				threshold: { alert: 'GatewayDeliveriesOld', from: '> 3600', to: '> 2' },
			});
			const receiver = await startWebhookReceiver();
			receiver.answer((response) => response.writeHead(500).end());
			await register(receiver.url);
			await sendText(gateway, instanceId, ADA);
			await expectOnly(prometheus, 'GatewayDeliveriesOld');
		});

		it('warns of deliveries that are due and not attempted', async () => {
			const prometheus = await watch(gateway, {
				threshold: { alert: 'GatewayDeliveriesOverdue', from: '> 60', to: '> 2' },
			});
			const receiver = await startWebhookReceiver();
			await register(receiver.url, { ratePerSecond: 1 });
			for (let count = 0; count < 30; count += 1) await sendText(gateway, instanceId, ADA);
			await expectOnly(prometheus, 'GatewayDeliveriesOverdue');
		});

		it('warns of many refused requests', async () => {
			const prometheus = await watch(gateway);
			const guess = () =>
				fetch(`${gateway.url}/v1/instances`, { headers: { authorization: 'Bearer guessed' } });
			const stop = repeat(() => Promise.all(Array.from({ length: 10 }, guess)));
			await expectOnly(prometheus, 'GatewayRequestsRefused');
			await stop();
		});

		it('warns of a process that gets no processor', async () => {
			const prometheus = await watch(gateway);
			const { pid } = gateway;
			if (pid === undefined) throw new Error('The gateway has no process.');
			const stop = repeat(async () => {
				process.kill(pid, 'SIGSTOP');
				await pause(400);
				process.kill(pid, 'SIGCONT');
				await pause(100);
			});
			await expectOnly(prometheus, 'GatewayEventLoopSlow');
			await stop();
		});

		it('warns of a disk that is almost full', async () => {
			const [{ value } = { value: [0, '0'] }] = await (
				await watch(gateway)
			).query('gateway_disk_free_bytes / gateway_disk_size_bytes');
			const prometheus = await watch(gateway, {
				threshold: { alert: 'GatewayDiskLow', from: '< 0.05', to: `< ${Number(value[1]) + 0.05}` },
			});
			await expectOnly(prometheus, 'GatewayDiskLow');
		});

		it('warns of a gateway that ended', async () => {
			const prometheus = await watch(gateway);
			await gateway.end('SIGKILL');
			await expectOnly(prometheus, 'GatewayDown');
		});
	});

	it('warns of events that were given up', async () => {
		const gateway = await startGateway({ GATEWAY_RETRY_SCHEDULE: '0s' });
		const prometheus = await watch(gateway);
		const receiver = await startWebhookReceiver();
		receiver.answer((response) => response.writeHead(500).end());
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		await sendText(gateway, await connectedInstance(gateway), ADA);
		await expectOnly(prometheus, 'GatewayDeliveriesGivenUp');
	});

	it('warns of messages that wait', async () => {
		const gateway = await startGateway({ GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' });
		const prometheus = await watch(gateway, {
			threshold: { alert: 'GatewayMessagesWaiting', from: '> 300', to: '> 2' },
		});
		await sendText(gateway, await connectedInstance(gateway), ADA);
		await expectOnly(prometheus, 'GatewayMessagesWaiting');
	});

	it('warns of a gateway that is not ready, because its disk is full', async () => {
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
		await expectOnly(prometheus, 'GatewayNotReady');
	});

	it(
		'warns of a gateway that is started again and again',
		async () => {
			const { folder, remove } = await temporaryFolder();
			closers.push(remove);
			const environment = { GATEWAY_PORT: String(await freePort()) };
			let gateway = await startGatewayProcess(folder, environment);
			closers.push(() => gateway.end('SIGKILL'));
			const prometheus = await watch(gateway, { keep: ['GatewayDown', 'GatewayNotReady'] });
			for (let count = 0; count < 4; count += 1) {
				await gateway.end('SIGKILL');
				gateway = await startGatewayProcess(folder, environment);
				await until('Prometheus to read the new process', async () => {
					const changes = await prometheus.query('changes(process_start_time_seconds[30m])');
					return Number(changes[0]?.value[1]) > count;
				});
			}
			await expectOnly(prometheus, 'GatewayRestartsOften');
		},
		RESTARTS_TIMEOUT,
	);

	it('warns of a bucket that cannot be reached', async () => {
		const bucket = await startS3Server();
		closers.push(() => bucket.close());
		const gateway = await startGateway(bucket.environment());
		const prometheus = await watch(gateway);
		await bucket.stop();
		const body = new FormData();
		body.set('file', new Blob(['%PDF-1.4 a file']), 'a.pdf');
		const { authorization = '' } = gateway.headers;
		await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		await expectOnly(prometheus, 'GatewayMediaBucketDown');
	});

	it('warns of a webhook that is paused after three days of failures', async () => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock });
		closers.push(() => gateway.close());
		const receiver = await startWebhookReceiver();
		receiver.answer((response) => response.writeHead(500).end());
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
		await expectOnly(prometheus, 'GatewayWebhookPaused');
	});

	it('warns of a message that was set aside, and of a network out of reach', async () => {
		const whatsApp = await startWhatsApp();
		closers.push(() => whatsApp.close().catch(() => undefined));
		const port = String(await freePort());
		const gateway = await startWhatsAppGateway(whatsApp, { GATEWAY_PORT: port }, [POISON]);
		closers.push(() => gateway.close());
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
		await expectOnly(prometheus, 'GatewayMessageSetAside');
		await whatsApp.close();
		await gateway.has(instanceId, 'connecting');
		expect(await prometheus.waitFor('GatewayInstanceReconnecting')).toEqual([
			'GatewayInstanceReconnecting',
			'GatewayMessageSetAside',
		]);
		provoked.add('GatewayInstanceReconnecting');
	});

	it('has been made to fire each of the alerts', () => {
		const alerts = readAlerts(RULES).map(({ alert }) => alert);
		expect([...provoked].sort()).toEqual(alerts.sort());
	});
});

/** Does something again and again, until the returned function is called. */
function repeat(act: () => Promise<unknown>): () => Promise<void> {
	const stop = new AbortController();
	const running = (async () => {
		while (!stop.signal.aborted) await act();
	})();
	return async () => {
		stop.abort();
		await running;
	};
}

/** The length of a stop of the process, which is what the test is about. */
function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
