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

const SETUP = /^Set the password of the page's owner .*: (http:\/\/\S+)$/;
const READY = /^Gateway ready at (http:\/\/\S+)$/;

/** Starts the gateway with the simulated network. It is ready when it prints its URL. */
export function startGateway(settings: GatewaySettings): ServiceStart<Gateway> {
	const started = Promise.withResolvers<Gateway>();
	let setupUrl: string | undefined;
	const service = startService({
		name: 'The gateway',
		script: [path.join(ROOT, 'gateway', 'src', 'main.ts')],
		cwd: ROOT,
		env: { ...process.env, ...gatewayEnvironment(settings) },
		logFile: settings.logFile,
		onLine: (line) => {
			setupUrl ??= SETUP.exec(line)?.[1];
			const url = READY.exec(line)?.[1];
			if (url !== undefined) started.resolve({ url, apiKey: settings.apiKey, setupUrl });
		},
		// The link works once and grants access to the page, so it is not written to the log.
		redact: (line) => line.replace(/(#\/setup\/)\S+/, '$1…'),
	});
	return { service, ready: waitUntilReady(service, started.promise, settings.signal) };
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
