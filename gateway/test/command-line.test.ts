import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from './support/data-folder.ts';
import { runGateway, startGatewayProcess } from './support/gateway-process.ts';
import { startReceiver } from './support/servers/receiver.ts';

const PACKAGE_FILE = path.join(import.meta.dirname, '../package.json');

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

	it.each([['--version'], ['-v']])('%s prints the version of the package', async (option) => {
		const { version } = JSON.parse(await readFile(PACKAGE_FILE, 'utf8')) as { version: string };
		expect(await runGateway([option], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
	});

	it.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (option) => {
		const { code, stdout, stderr } = await runGateway([option], {});
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toMatch(/^ {2}keys +create, list and revoke API keys$/m);
	});

	it.each([
		['help', 'keys'],
		['keys', '--help'],
		['keys', 'create', '-h'],
	])('%s %s prints the usage of that command alone', async (...args) => {
		const { code, stdout } = await runGateway(args, {});
		expect(code).toBe(0);
		expect(stdout).toContain('messaging-gateway keys revoke ID\n      revoke a key\n');
		expect(stdout).not.toContain('audit');
	});

	it.each([
		['kyes', 'There is no command "kyes". Did you mean "keys"? All commands: messaging-gateway --help\n'],
		['start-it', 'There is no command "start-it". All commands: messaging-gateway --help\n'],
	])('names the command that %s may mean', async (command, expected) => {
		expect(await runGateway([command], {})).toEqual({ code: 1, stdout: '', stderr: expected });
	});

	it('prints the usage of a command after wrong arguments', async () => {
		const { code, stderr } = await runGateway(['keys', 'crate'], { GATEWAY_DATA_DIR: folder });
		expect(code).toBe(1);
		expect(stderr).toMatch(/^Say what to do with keys: create, list or revoke\.\n\nUsage:\n/);
	});

	it.each([
		['keys', 'toString', 'Say what to do with keys: create, list or revoke.'],
		['encryption', 'constructor', 'Say what to do with the encryption: status, rotate, forget-old or reset.'],
	])(
		'prints the usage of %s after %s, which every object of the language has',
		async (command, word, line) => {
			const { code, stdout, stderr } = await runGateway([command, word], { GATEWAY_DATA_DIR: folder });
			expect([code, stdout]).toEqual([1, '']);
			expect(stderr.split('\n')[0]).toBe(line);
		},
	);

	it('serve takes no arguments', async () => {
		const { code, stderr } = await runGateway(['serve', '--port', '80'], { GATEWAY_DATA_DIR: folder });
		expect(code).toBe(1);
		expect(stderr).toContain('settings are read from the environment');
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
