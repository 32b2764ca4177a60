import { afterEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../../gateway/test/support/gateway-process.ts';
import { startReceiver, type Receiver } from '../../../gateway/test/support/servers/receiver.ts';
import { ALERT_SUBJECTS, type AlertSubject } from './alert-subjects.ts';
import { installed } from './installed.ts';
import { RULES } from './monitoring-files.ts';
import { startPrometheus, type Prometheus } from './prometheus.ts';
import { shortenAlerts, type Shortening } from './shorten-alerts.ts';

/** What a test starts. All of it ends with the test. */
export interface Started {
	/** Ends something with the test: what was started last ends first. */
	closing: (close: () => Promise<unknown>) => void;
	/** Starts a gateway in a process of its own. */
	startGateway: (
		environment?: Record<string, string>,
		limits?: { fileSize?: string },
	) => Promise<GatewayProcess>;
	startWebhookReceiver: () => Promise<Receiver>;
	/** Watches a gateway with the alerts, of which none fires yet. */
	watch: (gateway: { url: string }, shortening?: Shortening) => Promise<Prometheus>;
}

export interface Alerted extends Started {
	/** Expects an alert of the subject to fire, beside those that fire already and no other. */
	expectAlert: (prometheus: Prometheus, alert: string, alreadyFiring?: readonly string[]) => Promise<void>;
}

const missing = ['prometheus', 'promtool'].filter((program) => installed(program) === null);

/** Describes tests that need Prometheus; skips them, and says so, where it is not installed. */
export function describeWithPrometheus(name: string, tests: (started: Started) => void): void {
	if (missing.length > 0) {
		process.stderr.write(
			`The tests of ${name} are skipped: install ${missing.join(' and ')} (Debian: apt-get install prometheus).\n`,
		);
	}
	(missing.length > 0 ? describe.skip : describe)(name, () => {
		tests(started());
	});
}

/** Describes tests that provoke the alerts of a subject: after the last of them, each alert must have fired. */
export function describeAlerts(subject: AlertSubject, tests: (alerted: Alerted) => void): void {
	const provoked = new Set<string>();
	describeWithPrometheus(`the alerts of the subject ${subject}`, (started) => {
		const expectAlert: Alerted['expectAlert'] = async (prometheus, alert, alreadyFiring = []) => {
			expect(await prometheus.waitFor(alert)).toEqual([alert, ...alreadyFiring].sort());
			provoked.add(alert);
		};
		tests({ ...started, expectAlert });

		it('have each been made to fire', () => {
			expect([...provoked].sort()).toEqual([...ALERT_SUBJECTS[subject]].sort());
		});
	});
}

function started(): Started {
	let closers: (() => Promise<unknown>)[] = [];
	afterEach(async () => {
		for (const close of closers.reverse()) await close();
		closers = [];
	});
	const closing: Started['closing'] = (close) => closers.push(close);
	return {
		closing,
		async startGateway(environment = {}, limits = {}) {
			const { folder, remove } = await temporaryFolder();
			closing(remove);
			const fast = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0', ...environment };
			const gateway = await startGatewayProcess(folder, fast, limits);
			closing(() => gateway.end('SIGKILL'));
			return gateway;
		},
		async startWebhookReceiver() {
			const receiver = await startReceiver();
			closing(() => receiver.close());
			return receiver;
		},
		async watch(gateway, shortening = {}) {
			const prometheus = await startPrometheus([gateway.url], shortenAlerts(RULES, shortening));
			closing(() => prometheus.close());
			expect(await prometheus.firing()).toEqual([]);
			return prometheus;
		},
	};
}
