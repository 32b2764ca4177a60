import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../layout.ts';
import { startService } from '../process/service.ts';
import { waitUntilReady, type ServiceStart } from '../process/service-start.ts';

/** The URL and the API key of a running gateway. */
export type Gateway = {
	url: string;
	apiKey: string;
	/** The URL to set the password of its page; undefined when it has a password. */
	setupUrl?: string | undefined;
};

export type GatewaySettings = {
	port: number;
	dataDir: string;
	apiKey: string;
	logFile: string;
	/** Further GATEWAY_* variables. */
	env?: NodeJS.ProcessEnv;
	signal?: AbortSignal | undefined;
};

/** The private addresses that this gateway may send webhooks to: loopback, where n8n listens. */
export const ALLOWED_PRIVATE_NETWORKS = '127.0.0.0/8,::1/128';

/** The file of its data folder with the URL to set a password; absent: it has one. */
const SETUP_FILE = 'setup-link.txt';
const READY = /^Gateway ready at (http:\/\/\S+)$/;

/** Starts the gateway with the simulated network. It is ready when it prints its URL. */
export function startGateway(settings: GatewaySettings): ServiceStart<Gateway> {
	const started = Promise.withResolvers<Gateway>();
	const service = startService({
		name: 'The gateway',
		script: [path.join(ROOT, 'gateway', 'src', 'main.ts')],
		cwd: ROOT,
		env: { ...process.env, ...gatewayEnvironment(settings) },
		logFile: settings.logFile,
		onLine: (line) => {
			const url = READY.exec(line)?.[1];
			if (url === undefined) return;
			started.resolve({ url, apiKey: settings.apiKey, setupUrl: setupUrlIn(settings.dataDir) });
		},
	});
	return { service, ready: waitUntilReady(service, started.promise, settings.signal) };
}

function setupUrlIn(dataDir: string): string | undefined {
	const file = path.join(dataDir, SETUP_FILE);
	return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function gatewayEnvironment(settings: GatewaySettings): NodeJS.ProcessEnv {
	return {
		GATEWAY_HOST: '127.0.0.1',
		GATEWAY_PORT: String(settings.port),
		GATEWAY_DATA_DIR: settings.dataDir,
		GATEWAY_API_KEY: settings.apiKey,
		GATEWAY_NETWORK: 'simulator',
		GATEWAY_ALLOW_PRIVATE_NETWORKS: ALLOWED_PRIVATE_NETWORKS,
		...settings.env,
	};
}
