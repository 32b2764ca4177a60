import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PLAYGROUND } from './layout.ts';
import { startService } from './service.ts';
import { answered, type Starting } from './start-up.ts';
import { until } from './until.ts';

export type N8nSettings = {
	port: number;
	/** Where n8n's runner of Code nodes meets n8n. */
	brokerPort: number;
	userFolder: string;
	logFile: string;
	signal?: AbortSignal | undefined;
};

/** Starts n8n; it is ready, at the address it gives, when its interface answers. */
export function startN8n(settings: N8nSettings): Starting<string> {
	mkdirSync(settings.userFolder, { recursive: true });
	const url = `http://127.0.0.1:${settings.port}`;
	const service = startService({
		name: 'n8n',
		script: [path.join(PLAYGROUND, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'],
		cwd: settings.userFolder,
		env: { ...process.env, ...n8nEnvironment(settings, url) },
		logFile: settings.logFile,
	});
	return { service, ready: answered(service, interfaceAnswers(url, settings.signal), settings.signal) };
}

async function interfaceAnswers(url: string, signal?: AbortSignal): Promise<string> {
	return until({ what: 'n8n to answer', seconds: 180, everyMs: 500, signal }, async () => {
		// The page is there before the database is; the readiness page knows of both.
		const readiness = await fetch(`${url}/healthz/readiness`);
		const settings = await fetch(`${url}/rest/settings`);
		const loginPage = await fetch(`${url}/signin`);
		const isPage = (await loginPage.text()).includes('<div id="app">');
		return readiness.ok && settings.ok && isPage ? url : undefined;
	});
}

function n8nEnvironment(settings: N8nSettings, url: string): NodeJS.ProcessEnv {
	return {
		// A test runner that starts this has set it to "test", and n8n then refuses to load nodes.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		N8N_PORT: String(settings.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_EDITOR_BASE_URL: `${url}/`,
		// Plain HTTP on this machine only, so the login's cookie cannot ask for HTTPS.
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// n8n's own calls to the Internet: none is needed here.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Its requests to the gateway stay on this machine, whatever proxy is set.
		NO_PROXY: ['127.0.0.1', 'localhost', process.env.NO_PROXY].filter(Boolean).join(','),
	};
}
