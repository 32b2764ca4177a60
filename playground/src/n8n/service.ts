import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PLAYGROUND } from '../layout.ts';
import { startService } from '../process/service.ts';
import { waitUntilReady, type ServiceStart } from '../process/service-start.ts';
import { until } from '../process/until.ts';

export type N8nSettings = {
	port: number;
	/** The port at which n8n's task runner connects to n8n. */
	brokerPort: number;
	userFolder: string;
	/** The folder with n8n in its node_modules; by default that of the playground. */
	installation?: string | undefined;
	logFile: string;
	signal?: AbortSignal | undefined;
};

/** Starts n8n. `ready` resolves with its URL when its editor and REST API respond. */
export function startN8n(settings: N8nSettings): ServiceStart<string> {
	mkdirSync(settings.userFolder, { recursive: true });
	const url = `http://127.0.0.1:${settings.port}`;
	const service = startService({
		name: 'n8n',
		script: [path.join(settings.installation ?? PLAYGROUND, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'],
		cwd: settings.userFolder,
		env: { ...process.env, ...n8nEnvironment(settings, url) },
		logFile: settings.logFile,
	});
	return { service, ready: waitUntilReady(service, waitForInterface(url, settings.signal), settings.signal) };
}

/** Waits until n8n at this URL responds, and returns the URL. */
export async function waitForInterface(url: string, signal?: AbortSignal): Promise<string> {
	return until({ what: 'n8n to respond', seconds: 180, everyMs: 500, signal }, async () => {
		// The page responds before the database is ready; the readiness endpoint checks both.
		const readiness = await fetch(`${url}/healthz/readiness`);
		const settings = await fetch(`${url}/rest/settings`);
		const loginPage = await fetch(`${url}/signin`);
		const isPage = (await loginPage.text()).includes('<div id="app">');
		return readiness.ok && settings.ok && isPage ? url : undefined;
	});
}

/** Returns the environment of a process of n8n whose public URL is `url`. */
export function n8nEnvironment(
	settings: Pick<N8nSettings, 'port' | 'brokerPort' | 'userFolder'>,
	url: string,
): NodeJS.ProcessEnv {
	return {
		// A test runner sets NODE_ENV to "test", with which n8n does not load nodes.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		N8N_PORT: String(settings.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `${url}/`,
		// The same for n8n 1.
		WEBHOOK_URL: `${url}/`,
		N8N_EDITOR_BASE_URL: `${url}/`,
		// The playground uses plain HTTP on loopback, so the session cookie must not require HTTPS.
		N8N_SECURE_COOKIE: 'false',
		// A busy machine keeps n8n's check of its own database waiting for longer than the default of 5 seconds, and n8n
		// then answers every request with 503.
		DB_PING_TIMEOUT_MS: '60000',
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// Disables n8n's own requests to the Internet.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Requests to the gateway must not use a proxy.
		NO_PROXY: ['127.0.0.1', 'localhost', process.env.NO_PROXY].filter(Boolean).join(','),
	};
}
