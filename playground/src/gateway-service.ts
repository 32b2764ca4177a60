import path from 'node:path';
import { ROOT } from './layout.ts';
import { startService } from './service.ts';
import { answered, type Starting } from './start-up.ts';

/** Where a gateway answers, and the key it answers to. */
export type Gateway = {
	url: string;
	apiKey: string;
	/** Where the password of its page is set, as long as there is none. */
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

/** The only private addresses that this gateway sends webhooks to: this very machine, where n8n listens. */
export const ALLOWED_PRIVATE_NETWORKS = '127.0.0.0/8,::1/128';

const SETUP = /^Set the password of the page's owner .*: (http:\/\/\S+)$/;
const READY = /^Gateway ready at (http:\/\/\S+)$/;

/** Starts the gateway with its simulated network; it is ready when it says that it serves. */
export function startGateway(settings: GatewaySettings): Starting<Gateway> {
	const served = Promise.withResolvers<Gateway>();
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
			if (url !== undefined) served.resolve({ url, apiKey: settings.apiKey, setupUrl });
		},
		// The link works once, and whoever has it owns the page: it is shown and not kept.
		kept: (line) => line.replace(/(#\/setup\/)\S+/, '$1…'),
	});
	return { service, ready: answered(service, served.promise, settings.signal) };
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
