import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PLAYGROUND } from '../../../../playground/src/layout.ts';
import { n8nEnvironment, waitForInterface } from '../../../../playground/src/n8n/service.ts';
import { findFreePort } from '../../../../playground/src/process/ports.ts';
import { startService, type Service } from '../../../../playground/src/process/service.ts';
import { waitUntilReady } from '../../../../playground/src/process/service-start.ts';
import { until } from '../../../../playground/src/process/until.ts';

export type ClusterSettings = {
	/** The PostgreSQL database of all processes. */
	databaseUrl: string;
	redisPort: number;
	/** The folder of the community nodes and of files, shared by all processes. */
	userFolder: string;
	logs: string;
	/** The URL of the load balancer. */
	publicUrl: string;
};

/** A process of n8n that can be killed and started again, with the same port. */
export type ClusterProcess = {
	name: string;
	url: string;
	logFile: string;
	start: () => Promise<void>;
	stop: () => Promise<void>;
	/** Sends SIGKILL. */
	kill: () => Promise<void>;
};

/** n8n in queue mode. */
export type N8nCluster = {
	main: ClusterProcess;
	workers: ClusterProcess[];
	webhooks: ClusterProcess[];
	stop: () => Promise<void>;
};

const PROCESSES = ['main', 'worker', 'worker', 'webhook', 'webhook'] as const;
type Kind = (typeof PROCESSES)[number];
const COMMANDS = { main: 'start', worker: 'worker', webhook: 'webhook' } as const;

/** Describes a main process, two workers and two webhook processes. The caller starts them. */
export async function prepareCluster(settings: ClusterSettings): Promise<N8nCluster> {
	const encryptionKey = randomBytes(24).toString('hex');
	const processes: (ClusterProcess & { kind: Kind })[] = [];
	for (const [index, kind] of PROCESSES.entries()) {
		const described = await prepareProcess(kind, `${kind}-${index}`, { ...settings, encryptionKey });
		processes.push({ ...described, kind });
	}
	const of = (kind: Kind) => processes.filter((one) => one.kind === kind);
	const [main] = of('main');
	if (main === undefined) throw new Error('There is no main process.');
	return {
		main,
		workers: of('worker'),
		webhooks: of('webhook'),
		async stop() {
			await Promise.all(processes.map((one) => one.stop()));
		},
	};
}

async function prepareProcess(
	kind: Kind,
	name: string,
	settings: ClusterSettings & { encryptionKey: string },
): Promise<ClusterProcess> {
	const port = await findFreePort();
	const brokerPort = await findFreePort();
	const { userFolder, publicUrl } = settings;
	const url = `http://127.0.0.1:${port}`;
	const env = {
		...process.env,
		...n8nEnvironment({ port, brokerPort, userFolder }, publicUrl),
		...queueEnvironment(settings),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const logFile = path.join(settings.logs, `n8n-${name}.log`);
	let running: Service | undefined;
	return {
		name,
		url,
		logFile,
		async start() {
			running = startService({
				name: `n8n ${name}`,
				script: [path.join(PLAYGROUND, 'node_modules', 'n8n', 'bin', 'n8n'), COMMANDS[kind]],
				cwd: userFolder,
				env,
				logFile,
			});
			await waitUntilReady(running, kind === 'main' ? waitForInterface(url) : waitForHealth(name, url));
		},
		stop: async () => running?.stop(),
		kill: async () => running?.kill(),
	};
}

async function waitForHealth(name: string, url: string): Promise<string> {
	return until({ what: `n8n's ${name} to respond`, seconds: 180, everyMs: 500 }, async () => {
		const response = await fetch(`${url}/healthz/readiness`);
		await response.body?.cancel();
		return response.ok ? url : undefined;
	});
}

function queueEnvironment({
	databaseUrl,
	redisPort,
	encryptionKey,
}: ClusterSettings & { encryptionKey: string }): NodeJS.ProcessEnv {
	const database = new URL(databaseUrl);
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: encryptionKey,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: database.hostname,
		DB_POSTGRESDB_PORT: database.port,
		DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
		DB_POSTGRESDB_USER: database.username,
		DB_POSTGRESDB_PASSWORD: database.password,
		// The main process answers the editor only; production events go to the webhook processes.
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// A worker that was killed is missed within seconds, instead of a minute and a half.
		QUEUE_WORKER_LOCK_DURATION: '15000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	};
}
