import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callGateway, createInstance } from '../../playground/src/gateway/client.ts';
import { connectPhone } from '../../playground/src/gateway/phone.ts';
import type { Gateway } from '../../playground/src/gateway/service.ts';
import { until } from '../../playground/src/process/until.ts';
import { ROOT } from '../manifest.ts';
import { nodeOfVersion, npmWith } from './node-versions.ts';

const MEGABYTE = 1024 * 1024;
/** The maximum size of the package with its dependencies, and without the optional ones. */
const LIMITS = { whole: 100 * MEGABYTE, withoutOptional: 50 * MEGABYTE };

/** The files that `npm pack` reads. */
const PARTS = ['LICENSE', 'README.md', 'dist', 'dashboard/dist', 'package.json'];

const run = promisify(execFile);

let folder: string;
let tarball: string;
let packed: string[];

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'gateway-package-'));
	const source = path.join(folder, 'source');
	for (const part of PARTS) {
		await cp(path.join(ROOT, 'gateway', part), path.join(source, part), { recursive: true });
	}
	const report = JSON.parse(await npmWith(process.execPath, ['pack', '--json'], source)) as unknown;
	const [{ filename, files }] = report as [{ filename: string; files: { path: string }[] }];
	tarball = path.join(source, filename);
	packed = files.map((file) => file.path);
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

/** Installs the tarball into an empty folder. */
async function install(name: string, ...options: string[]): Promise<string> {
	const to = path.join(folder, name);
	await mkdir(to);
	await npmWith(process.execPath, ['install', '--omit=dev', '--ignore-scripts', ...options, tarball], to);
	return to;
}

function installed(at: string): { packages: string[]; bytes: number } {
	const manifests = globSync('node_modules/**/package.json', { cwd: at });
	const packages = manifests
		.filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
		.map((file) => path.dirname(file).replace(/^.*node_modules\//, ''));
	const bytes = globSync('node_modules/**', { cwd: at, withFileTypes: true })
		.filter((file) => file.isFile())
		.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
	return { packages, bytes };
}

const bin = (at: string) => path.join(at, 'node_modules', '.bin', 'messaging-gateway');
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);

interface Started extends Gateway {
	stop(): Promise<number | null>;
}

/** Starts the installed gateway in its folder; resolves when it is ready. */
async function start(at: string, environment: Record<string, string> = {}): Promise<Started> {
	const child = spawn(bin(at), [], { cwd: at, env: { PATH, GATEWAY_PORT: '0', ...environment } });
	const ended = once(child, 'close').then(([code]) => code as number | null);
	let output = '';
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const url = await new Promise<string>((resolve, reject) => {
		createInterface(child.stdout).on('line', (line) => {
			const found = /^Gateway ready at (\S+)$/.exec(line)?.[1];
			if (found !== undefined) resolve(found);
		});
		void ended.then(() => {
			reject(new Error(`The gateway ended: ${output}`));
		});
	});
	const apiKey = (await readFile(path.join(at, '.data', 'gateway', 'first-key.txt'), 'utf8')).trim();
	return {
		url,
		apiKey,
		stop: () => {
			child.kill('SIGTERM');
			return ended;
		},
	};
}

/** Runs the installed gateway until it ends. */
async function runToEnd(command: string[], at: string, environment: Record<string, string>) {
	const [file = '', ...args] = command;
	try {
		const { stdout, stderr } = await run(file, args, { cwd: at, env: { PATH, ...environment } });
		return { code: 0, stdout, stderr };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, stdout, stderr };
	}
}

describe('the tarball of the gateway', () => {
	it('holds the compiled gateway, its page, the bill of materials, a README and the license', () => {
		expect(packed).toEqual(
			expect.arrayContaining([
				'LICENSE',
				'README.md',
				'dashboard/dist/index.html',
				'dist/main.js',
				'dist/sbom.cdx.json',
				'package.json',
			]),
		);
	});

	it('holds no sources, tests or source maps', () => {
		const others = packed.filter((file) => !/^(dist|dashboard\/dist)\//.test(file));
		expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
		expect(packed.filter((file) => /\.(ts|tsx|map)$|(^|\/)test\//.test(file))).toEqual([]);
	});

	it('has the license of the repository', () => {
		const license = (at: string) => readFileSync(path.join(ROOT, at, 'LICENSE'), 'utf8');
		expect(license('gateway')).toBe(license('.'));
	});
});

describe('the installed gateway', () => {
	let home: string;
	beforeAll(async () => {
		home = await install('whole');
	});

	it('comes without OpenTelemetry and within its size', () => {
		const { packages, bytes } = installed(home);
		process.stdout.write(`${packages.length} packages, ${(bytes / MEGABYTE).toFixed(1)} MB\n`);
		// prom-client needs the interfaces of OpenTelemetry; what sends traces is many times larger.
		const ofOpenTelemetry = packages.filter((name) => name.startsWith('@opentelemetry/'));
		expect(ofOpenTelemetry).toEqual(['@opentelemetry/api']);
		expect(bytes).toBeLessThan(LIMITS.whole);
	});

	it('starts in an empty folder, serves its page and sends a message', async () => {
		const gateway = await start(home);
		const page = await fetch(gateway.url);
		expect(page.headers.get('content-type')).toContain('text/html');
		const instanceId = await connectPhone(gateway);
		const message = { instanceId, to: '491700000042', message: 'Hello' };
		const sent = await callGateway(gateway, 'POST', '/v1/messages/send', message);
		const { messageId } = sent as { messageId: string };
		await until({ what: 'the message to be read', seconds: 30 }, async () => {
			const { data } = (await callGateway(gateway, 'GET', `/v1/messages/${messageId}/status`)) as {
				data: { status: string };
			};
			return data.status === 'read' ? true : undefined;
		});
		expect(await gateway.stop()).toBe(0);
	});

	it('has its commands, and runs by npx', async () => {
		const { version } = JSON.parse(readFileSync(path.join(ROOT, 'gateway/package.json'), 'utf8')) as {
			version: string;
		};
		expect(await npmWith(process.execPath, ['exec', '--', 'messaging-gateway', '--version'], home)).toBe(
			`${version}\n`,
		);
		// `simulate` runs code that lies beside the gateway in the repository.
		const { code, stderr } = await runToEnd([bin(home), 'simulate'], home, {});
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Say which scenario') });
	});

	it('says how to install OpenTelemetry, and sends traces after that', async () => {
		const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
		const { code, stderr } = await runToEnd([bin(home)], home, environment);
		expect(code).toBe(1);
		expect(stderr.trim().split('\n')).toHaveLength(1);
		const command = /with npm (install .*), or unset OTEL_EXPORTER_OTLP_ENDPOINT\.$/.exec(stderr.trim())?.[1];
		expect(command).toBeDefined();

		await npmWith(process.execPath, ['--ignore-scripts', ...(command ?? '').split(' ')], home);
		const gateway = await start(home, environment);
		expect(await gateway.stop()).toBe(0);
	});

	it.each([20, 22])('names the Node.js that it needs on Node.js %i', async (major) => {
		const main = path.join(home, 'node_modules/messaging-gateway/dist/main.js');
		const node = await nodeOfVersion(major);
		for (const args of [[], ['--version'], ['keys', 'list']]) {
			const { code, stdout, stderr } = await runToEnd([node, main, ...args], home, {});
			expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
			expect(stderr).toMatch(
				new RegExp(
					`^The gateway needs Node\\.js 24\\.7 or later, and this is ${major}\\.[\\d.]+: install Node\\.js 24 .*\\n$`,
				),
			);
		}
	});
});

describe('the gateway without its optional dependencies', () => {
	it('is small, and says what connecting by QR code needs', async () => {
		const home = await install('small', '--omit=optional');
		const { packages, bytes } = installed(home);
		process.stdout.write(
			`${packages.length} packages, ${(bytes / MEGABYTE).toFixed(1)} MB without optional\n`,
		);
		expect(bytes).toBeLessThan(LIMITS.withoutOptional);

		const gateway = await start(home, { GATEWAY_NETWORK: 'whatsapp' });
		const { id } = await createInstance(gateway, 'Phone');
		const connect = callGateway(gateway, 'POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
		await expect(connect).rejects.toThrow(
			'needs the package "baileys", which is not installed. Install the gateway with its optional dependencies',
		);
		expect(await gateway.stop()).toBe(0);
	});
});
