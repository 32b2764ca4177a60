import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from './support/data-folder.ts';
import { runGateway, startGatewayProcess } from './support/gateway-process.ts';
import { startReceiver } from './support/receiver.ts';

describe('messaging-gateway', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(() => remove());

	it.each([
		['GATEWAY_PORT', '80000', 'a port'],
		['GATEWAY_PORT', 'http', 'a port'],
		['GATEWAY_PUBLIC_URL', 'gateway', 'a URL'],
		['GATEWAY_NETWORK', 'pigeon', 'simulator'],
		['GATEWAY_SIMULATOR_LATENCY_MS', '20,50', 'three whole numbers'],
		['GATEWAY_WHATSAPP_VERSION', '2.3000', 'three whole numbers'],
		['GATEWAY_ALLOW_PRIVATE_NETWORKS', '10.0.0.0', 'CIDR ranges, or hosts with ports'],
		['GATEWAY_MEDIA_ALLOW', 'files:0', 'CIDR ranges, or hosts with ports'],
		['GATEWAY_ALLOWED_HOSTS', 'http://gateway', 'host names without ports'],
		['GATEWAY_MAX_CONNECTIONS', '1', '10 or more'],
		['GATEWAY_RETRY_SCHEDULE', '0s,later', 'a list of delays'],
		['GATEWAY_RATE_LIMITS', 'messages=none', 'off, or a list'],
		['GATEWAY_PLAN', 'gold', 'free, starter, pro, enterprise'],
		['GATEWAY_CREDITS', '-1', 'a whole number'],
		['GATEWAY_TLS_CERT', 'no-such-file.pem', 'a readable PEM file'],
		['GATEWAY_TRUST_PROXY', 'true', 'CIDR ranges'],
		['GATEWAY_TRUST_PROXY', '1', 'not a number of hops'],
		['GATEWAY_LOG_LEVEL', 'loud', 'trace, debug, info'],
		['GATEWAY_RETENTION_EVENTS', 'forever', 'off, or a minute or more'],
		['GATEWAY_RETENTION_MESSAGES', '59s', 'off, or a minute or more'],
		['GATEWAY_MEDIA_LIMIT', '20', 'off, or a size'],
		['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', 'a URL'],
		['GATEWAY_HOST', '0.0.0.0', 'GATEWAY_TLS_CERT'],
	])('exits with code 1 for %s=%s and prints the allowed values', async (variable, value, allowed) => {
		const { code, stdout, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, [variable]: value });
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toContain(`${variable} is "${value}", but must be`);
		expect(stderr).toContain(allowed);
		expect(stderr.trim().split('\n')).toHaveLength(1);
	});

	it('omits a too short GATEWAY_API_KEY from its error message', async () => {
		const { code, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, GATEWAY_API_KEY: 'short-key' });
		expect(code).toBe(1);
		expect(stderr).toContain('GATEWAY_API_KEY');
		expect(stderr).not.toContain('short-key');
	});

	it('creates the first API key, writes it to a file of its own account and accepts it', async () => {
		const first = await startGatewayProcess(folder, { GATEWAY_API_KEY: '' });
		const file = path.join(folder, 'first-key.txt');
		expect(first.output().stdout).toContain(`The first API key is in ${file}`);
		const key = (await readFile(file, 'utf8')).trim();
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		const health = await first.request('/v1/health', { headers: { authorization: `Bearer ${key}` } });
		expect(health.status).toBe(200);
		const { stdout, stderr } = await first.end('SIGTERM');
		expect(stdout + stderr).not.toContain(key);
		const second = await startGatewayProcess(folder, { GATEWAY_API_KEY: '' });
		expect(second.output().stdout).not.toContain('API key');
		await second.end('SIGTERM');
	});

	it('writes the link to set a password to a file of its own account', async () => {
		const file = path.join(folder, 'setup-link.txt');
		const first = await startGatewayProcess(folder);
		const link = (await readFile(file, 'utf8')).trim();
		expect(link).toMatch(/^http:\S+\/#\/setup\/[\w-]{43}$/);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect(first.output().stdout).not.toContain('#/setup/');
		await first.end('SIGTERM');
	});

	it.each(['SIGTERM', 'SIGINT'] as const)('exits with code 0 on %s', async (signal) => {
		const gateway = await startGatewayProcess(folder);
		const { code, stdout } = await gateway.end(signal);
		expect(code).toBe(0);
		expect(stdout.trim().split('\n')).toEqual([
			expect.stringMatching(
				/^The link to set the password of the page's owner .* is in \S+setup-link.txt\.$/,
			),
			`Gateway ready at ${gateway.url}`,
		]);
	});

	it('starts more than 32 threads, so that slow DNS servers do not block other lookups', async () => {
		const gateway = await startGatewayProcess(folder);
		const threads = await readdir(`/proc/${gateway.pid}/task`).catch(() => []);
		await gateway.end('SIGTERM');
		// Only Linux lists the threads of a process in /proc.
		if (process.platform === 'linux') expect(threads.length).toBeGreaterThan(32);
	});

	it('names GATEWAY_PORT in its error message when the port is in use', async () => {
		const receiver = await startReceiver();
		const { code, stderr } = await runGateway([], {
			GATEWAY_DATA_DIR: folder,
			GATEWAY_PORT: String(receiver.port),
		});
		expect(code).toBe(1);
		expect(stderr).toContain('choose another port with GATEWAY_PORT');
		await receiver.close();
	});
});
