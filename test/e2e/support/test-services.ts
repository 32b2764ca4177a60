import path from 'node:path';
import { startGateway, type Gateway, type GatewaySettings } from '../../../playground/src/gateway/service.ts';
import type { DataLayout } from '../../../playground/src/layout.ts';
import { startN8n, type N8nSettings } from '../../../playground/src/n8n/service.ts';
import { findFreePort } from '../../../playground/src/process/ports.ts';
import type { Service } from '../../../playground/src/process/service.ts';

/** The gateway and n8n of a test. Each keeps its port and its data across restarts. */
export type TestServices = {
	/** `env`: further GATEWAY_* variables. */
	startGateway: (env?: NodeJS.ProcessEnv) => Promise<Gateway>;
	startN8n: () => Promise<string>;
	stopGateway: () => Promise<void>;
	stopN8n: () => Promise<void>;
	/** Sends SIGKILL to the gateway. */
	killGateway: () => Promise<void>;
	/** Sends SIGKILL to n8n. */
	killN8n: () => Promise<void>;
	stop: () => Promise<void>;
};

const TEST_ENVIRONMENT = {
	// The tests poll the gateway more often than the rate limits allow.
	GATEWAY_RATE_LIMITS: 'off',
	// The tests serve files on this machine.
	GATEWAY_MEDIA_ALLOW: '127.0.0.0/8,::1/128',
	// Attempts for five minutes and soon after each other, because n8n may take minutes to start on a slow machine.
	GATEWAY_RETRY_SCHEDULE: ['0s', '2s', '5s', ...Array<string>(30).fill('10s')].join(','),
};

/** Selects the ports without starting the services. */
export async function prepareServices(data: DataLayout, apiKey: string): Promise<TestServices> {
	const gatewaySettings: GatewaySettings = {
		port: await findFreePort(),
		dataDir: data.gateway,
		apiKey,
		logFile: path.join(data.logs, 'gateway.log'),
	};
	const n8nSettings: N8nSettings = {
		port: await findFreePort(),
		brokerPort: await findFreePort(),
		userFolder: data.n8n,
		logFile: path.join(data.logs, 'n8n.log'),
	};
	const running: { gateway?: Service; n8n?: Service } = {};
	const stopGateway = async () => running.gateway?.stop();
	const stopN8n = async () => running.n8n?.stop();
	return {
		async startGateway(env = {}) {
			const { service, ready } = startGateway({ ...gatewaySettings, env: { ...TEST_ENVIRONMENT, ...env } });
			running.gateway = service;
			return ready;
		},
		async startN8n() {
			const { service, ready } = startN8n(n8nSettings);
			running.n8n = service;
			return ready;
		},
		stopGateway,
		stopN8n,
		killGateway: async () => running.gateway?.kill(),
		killN8n: async () => running.n8n?.kill(),
		async stop() {
			await stopN8n();
			await stopGateway();
		},
	};
}
