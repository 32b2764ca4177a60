import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import type { Config } from '../../config/config.ts';
import { listenUrl } from '../../config/listen-url.ts';
import { codeOf } from '../../lib/errors/error-code.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { explainFault, REACH_TIMEOUT } from './reach.ts';

const PORT_TOPIC = 'port';
const PUBLIC_TOPIC = 'public URL';
const DAY = 86_400_000;
/** Days before the end of a certificate at which it should have been renewed. */
const RENEWAL_DAYS = 14;

/** Checks that the port is free, or that a gateway listens on it already. */
export async function checkPort(config: Config): Promise<{ findings: Finding[]; isRunning: boolean }> {
	const { host, port } = config;
	if (port === 0) return found(ok(PORT_TOPIC, 'the gateway takes any free port'));
	const code = await tryListen(host, port);
	switch (code) {
		case null:
			return found(ok(PORT_TOPIC, `${host}:${port} is free`));
		case 'EADDRINUSE':
			return checkListener(config);
		case 'EACCES':
			return found(
				problem(
					PORT_TOPIC,
					`This account may not listen on port ${port}. Set GATEWAY_PORT to 1024 or more, and let a proxy listen on ${port}.`,
				),
			);
		case 'EADDRNOTAVAIL':
			return found(
				problem(
					PORT_TOPIC,
					`This machine does not have the address ${host}. Set GATEWAY_HOST to one that it has, or to 0.0.0.0 for all.`,
				),
			);
		default:
			return found(
				problem(PORT_TOPIC, `The gateway cannot listen on ${host}:${port} (${code}). Check GATEWAY_HOST.`),
			);
	}
}

function found(finding: Finding, isRunning = false) {
	return { findings: [finding], isRunning };
}

/** Returns the code of the error that listening gives; null: it is possible. */
async function tryListen(host: string, port: number): Promise<string | null> {
	const server = createServer();
	try {
		server.listen({ host, port, exclusive: true });
		await once(server, 'listening');
		server.close();
		await once(server, 'close');
		return null;
	} catch (error) {
		return codeOf(error);
	}
}

/** Requests /livez from the program on the port, to learn whether it is a gateway. */
async function checkListener(config: Config): Promise<{ findings: Finding[]; isRunning: boolean }> {
	const url = listenUrl(config, config.port);
	// Its own certificate is for another name than this address.
	const agent = new Agent({ connect: { rejectUnauthorized: false } });
	try {
		if (!(await isAlive(url, agent))) throw new Error('not a gateway');
		const { statusCode, body } = await ask(`${url}/readyz`, agent);
		if (statusCode === 200) return found(ok(PORT_TOPIC, `a gateway runs at ${url}, and is ready`), true);
		const { error } = (await body.json()) as { error?: { message?: string } };
		return found(
			warning(PORT_TOPIC, `The gateway at ${url} is not ready: ${error?.message ?? `HTTP ${statusCode}`}`),
			true,
		);
	} catch {
		return found(
			problem(
				PORT_TOPIC,
				`Another program listens on ${config.host}:${config.port}. Stop it, or set GATEWAY_PORT to another port.`,
			),
		);
	} finally {
		await agent.close();
	}
}

function ask(url: string, dispatcher: Dispatcher = new Agent()): Promise<Dispatcher.ResponseData> {
	const { origin, pathname, search } = new URL(url);
	const signal = AbortSignal.timeout(REACH_TIMEOUT);
	return dispatcher.request({ origin, path: pathname + search, method: 'GET', signal });
}

/** Whether a gateway answers at an address. Throws the error of the connection. */
export async function isAlive(url: string, dispatcher?: Dispatcher): Promise<boolean> {
	const { statusCode, body } = await ask(`${url}/livez`, dispatcher);
	const text = await body.text();
	return statusCode === 200 && text.startsWith(`{"status":"alive"`);
}

/** Checks that clients reach the gateway at GATEWAY_PUBLIC_URL. */
export async function checkPublicUrl({ publicUrl }: Config, isRunning: boolean): Promise<Finding[]> {
	if (publicUrl === null) return [];
	const name = `GATEWAY_PUBLIC_URL (${publicUrl})`;
	try {
		if (await isAlive(publicUrl)) return [ok(PUBLIC_TOPIC, `the gateway answers at ${publicUrl}`)];
		if (!isRunning) {
			const sentence = `Something answers at ${publicUrl}, but no gateway. Start the gateway, and run this command again.`;
			return [warning(PUBLIC_TOPIC, sentence)];
		}
		const sentence = `Something answers at ${publicUrl}, but not the gateway. Let the proxy there pass all paths to the port of the gateway.`;
		return [problem(PUBLIC_TOPIC, sentence)];
	} catch (error) {
		return [(isRunning ? problem : warning)(PUBLIC_TOPIC, explainFault(name, error))];
	}
}

/** Checks how long the gateway's own certificate is valid. */
export function checkCertificate({ tls }: Config, now: number): Finding[] {
	if (tls === null) return [];
	const { validToDate } = new X509Certificate(tls.cert.pem);
	const days = Math.floor((validToDate.getTime() - now) / DAY);
	const end = validToDate.toISOString().slice(0, 10);
	if (days >= RENEWAL_DAYS) return [ok('certificate', `GATEWAY_TLS_CERT is valid until ${end}`)];
	const renew = 'Renew it; the gateway uses the new one within a minute.';
	return days < 0
		? [problem('certificate', `GATEWAY_TLS_CERT has expired on ${end}. ${renew}`)]
		: [warning('certificate', `GATEWAY_TLS_CERT expires on ${end}. ${renew}`)];
}
