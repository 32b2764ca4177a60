import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runGateway, startGatewayProcess } from '../support/gateway-process.ts';

/** The variables that Kubernetes sets for a service called gateway, and one called gateway-db. */
const SERVICE_LINKS = {
	GATEWAY_SERVICE_HOST: '10.96.0.12',
	GATEWAY_SERVICE_PORT: '8080',
	GATEWAY_SERVICE_PORT_HTTP: '8080',
	GATEWAY_PORT: 'tcp://10.96.0.12:8080',
	GATEWAY_PORT_8080_TCP: 'tcp://10.96.0.12:8080',
	GATEWAY_PORT_8080_TCP_PROTO: 'tcp',
	GATEWAY_PORT_8080_TCP_PORT: '8080',
	GATEWAY_PORT_8080_TCP_ADDR: '10.96.0.12',
	GATEWAY_DB_SERVICE_HOST: '10.96.0.13',
	GATEWAY_DB_SERVICE_PORT: '5432',
	GATEWAY_DB_PORT: 'tcp://10.96.0.13:5432',
	GATEWAY_DB_PORT_5432_TCP: 'tcp://10.96.0.13:5432',
};

const check = (environment: Record<string, string>) => runGateway(['config', 'check'], environment);

describe('config check', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(() => remove());

	it('accepts an environment without settings', async () => {
		expect(await check({})).toEqual({
			code: 0,
			stdout: 'No variable is set: every setting has its default.\nThe configuration is valid.\n',
			stderr: '',
		});
	});

	it('prints what is set with the default, and no secret', async () => {
		const file = path.join(folder, 'app-secret');
		await writeFile(file, '0123456789abcdef0123456789abcdef\n');
		const { code, stdout, stderr } = await check({
			GATEWAY_PORT: '9090',
			GATEWAY_LOG_LEVEL: 'info',
			GATEWAY_API_KEY: 'a-secret-key-of-the-operator',
			GATEWAY_META_APP_SECRET_FILE: file,
			GATEWAY_META_VERIFY_TOKEN: 'verify-me',
			OTEL_EXPORTER_OTLP_ENDPOINT: 'https://ada:password@collector.example.com',
		});
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout.split('\n')).toEqual([
			'GATEWAY_PORT=9090 (default 8080)',
			'GATEWAY_API_KEY is set (not shown)',
			'GATEWAY_LOG_LEVEL=info (the default)',
			'GATEWAY_META_APP_SECRET_FILE is set (not shown)',
			'GATEWAY_META_VERIFY_TOKEN is set (not shown)',
			'OTEL_EXPORTER_OTLP_ENDPOINT=https://***@collector.example.com',
			'The configuration is valid.',
			'',
		]);
	});

	it('names every invalid setting and every unknown variable', async () => {
		const { code, stderr } = await check({
			GATEWAY_PORT: 'http',
			GATEWAY_PLAN: 'gold',
			GATEWAY_API_KEY: 'short-key',
			GATEWAY_META_APP_SECRET_FILE: path.join(folder, 'missing'),
			GATEWAY_PORTT: '80',
			GATEWAY_LOGLEVEL: 'debug',
			GATEWAY_FAVOURITE_COLOUR: 'green',
		});
		expect(code).toBe(1);
		expect(stderr.trim().split('\n')).toEqual([
			'GATEWAY_PORT is "http", but must be a port, 0 to 65535 (0 takes a free one).',
			'GATEWAY_API_KEY is "something of 9 characters (not shown)", but must be 24 characters or more, without spaces.',
			'GATEWAY_PLAN is "gold", but must be one of free, starter, pro, enterprise.',
			expect.stringMatching(/^GATEWAY_META_APP_SECRET_FILE is ".*missing", but must be a readable file/),
			'GATEWAY_FAVOURITE_COLOUR is not a setting.',
			'GATEWAY_LOGLEVEL is not a setting; did you mean GATEWAY_LOG_LEVEL?',
			'GATEWAY_PORTT is not a setting; did you mean GATEWAY_PORT?',
		]);
	});

	it('names every text that a shell would have changed', async () => {
		for (const value of ['~/gateway', '~', '$HOME/gateway', '${HOME}/gateway']) {
			expect(await check({ GATEWAY_DATA_DIR: value })).toMatchObject({
				code: 1,
				stderr: `GATEWAY_DATA_DIR is "${value}", but must be the whole path of a folder, such as /home/ada/gateway: only a shell replaces ~ and variables, and this text did not pass through one.\n`,
			});
		}
		const { code, stderr } = await check({
			GATEWAY_PORT: '"8080"',
			GATEWAY_DATA_DIR: "'/srv/gateway'",
			GATEWAY_API_KEY: '"a-secret-key-of-the-operator"',
		});
		expect(code).toBe(1);
		expect(stderr.trim().split('\n')).toEqual([
			'GATEWAY_PORT is ""8080"", but must be without the quotes around it: a port, 0 to 65535 (0 takes a free one).',
			`GATEWAY_DATA_DIR is "'/srv/gateway'", but must be without the quotes around it: a folder.`,
			'GATEWAY_API_KEY is "something of 30 characters (not shown)", but must be without the quotes around it: 24 characters or more, without spaces.',
		]);
		expect(await check({ GATEWAY_DATA_DIR: '~gateway' })).toMatchObject({ code: 0, stderr: '' });
	});

	it('names a setting that is lost behind a byte order mark', async () => {
		expect(await check({ '\uFEFFDATABASE_URL': 'postgres://127.0.0.1/gateway' })).toMatchObject({
			code: 1,
			stderr: 'DATABASE_URL is not read: its file begins with a byte order mark; save it without one.\n',
		});
	});

	it('names every setting that does not fit the others', async () => {
		const { code, stderr } = await check({
			GATEWAY_HOST: '0.0.0.0',
			GATEWAY_META_VERIFY_TOKEN: 'verify-me',
			GATEWAY_SIGN_IN_HEADER: 'X-Forwarded-User',
		});
		expect(code).toBe(1);
		expect(stderr.trim().split('\n')).toEqual([
			expect.stringMatching(/^GATEWAY_META_APP_SECRET is "", but must be set together with/),
			expect.stringMatching(/^GATEWAY_TRUST_PROXY is "", but must be set together with/),
			expect.stringMatching(/^GATEWAY_HOST is "0.0.0.0", but must be a loopback address, unless/),
		]);
	});

	it('accepts the variables of Kubernetes services', async () => {
		const { code, stdout, stderr } = await check({ ...SERVICE_LINKS });
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain('No variable is set');
		const misspelt = await check({ ...SERVICE_LINKS, GATEWAY_PORT: '80', GATEWAY_PROT: '80' });
		expect(misspelt.stdout).toContain('GATEWAY_PORT=80');
		expect(misspelt.stderr).toBe('GATEWAY_PROT is not a setting; did you mean GATEWAY_PORT?\n');
	});
});

describe('config list', () => {
	it('prints every setting with its default as plain text', async () => {
		const { code, stdout } = await runGateway(['config', 'list'], {});
		expect(code).toBe(0);
		expect(stdout).toContain(
			'  GATEWAY_PORT (default: 8080)\n      Port to listen on; 0 selects a free one.',
		);
		expect(stdout).toContain('  DATABASE_URL (default: a SQLite file in the data folder)\n');
		expect(stdout).not.toMatch(/`|\]\(/);
	});
});

describe('the start of a gateway', () => {
	it('warns of each unknown variable in one line, and of no service of Kubernetes', async () => {
		const { folder, remove } = await temporaryFolder();
		const gateway = await startGatewayProcess(folder, {
			...SERVICE_LINKS,
			GATEWAY_PORT: '0',
			GATEWAY_PORTT: '80',
		});
		const { stderr } = await gateway.end('SIGTERM');
		const warnings = stderr
			.split('\n')
			.filter((line) => line.includes('not a setting'))
			.map((line) => JSON.parse(line) as { level: number; msg: string });
		expect(warnings).toEqual([
			expect.objectContaining({
				level: 40,
				msg: 'GATEWAY_PORTT is not a setting; did you mean GATEWAY_PORT?',
			}),
		]);
		await remove();
	});
});
