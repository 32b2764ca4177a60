import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../gateway/test/support/data-folder.ts';
import { until } from '../../gateway/test/support/until.ts';
import { installed } from './support/installed.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const UNIT = path.join(ROOT, 'deploy/systemd/messaging-gateway.service');
/** The most that `systemd-analyze security` may say of the service, in tenths: 0 is locked up, 100 is exposed. */
const EXPOSURE_LIMIT = 15;

const analyze = installed('systemd-analyze');
const reason = analyze === null ? " (skipped: install Debian's package systemd)" : '';

/** The values of a key in the unit, in order. */
async function valuesOf(key: string): Promise<string[]> {
	const lines = (await readFile(UNIT, 'utf8')).split('\n');
	return lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

/** Puts a program of the unit's name into a folder, which starts the gateway of this repository. */
async function installGateway(folder: string): Promise<string> {
	const { bin } = JSON.parse(await readFile(path.join(ROOT, 'gateway/package.json'), 'utf8')) as {
		bin: Record<string, string>;
	};
	const [name = ''] = Object.keys(bin);
	const main = path.join(ROOT, 'gateway/src/main.ts');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, name), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, {
		mode: 0o755,
	});
	return folder;
}

(analyze === null ? describe.skip : describe)(`the unit of systemd${reason}`, () => {
	it('is valid', async () => {
		const { folder, remove } = await temporaryFolder();
		const [command = ''] = await valuesOf('ExecStart');
		const bin = await installGateway(path.join(folder, 'bin'));
		// systemd finds the command in /usr/local/bin or /usr/bin; nothing is installed there for this test.
		const unit = (await readFile(UNIT, 'utf8')).replace(
			`ExecStart=${command}`,
			`ExecStart=${path.join(bin, command)}`,
		);
		const file = path.join(folder, 'messaging-gateway.service');
		await writeFile(file, unit);
		const { stdout, stderr } = await run(analyze ?? '', ['verify', '--man=no', file]);
		expect(stdout + stderr).toBe('');
		await remove();
	});

	it(`is exposed to the machine by ${EXPOSURE_LIMIT / 10} of 10 at most`, async () => {
		const options = ['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE_LIMIT}`];
		const { stdout } = await run(analyze ?? '', [...options, UNIT]);
		expect(stdout).toContain('Overall exposure level for messaging-gateway.service');
	});
});

describe('the command of the unit of systemd', () => {
	it('starts with the settings of the unit, keeps the key apart from the data, and ends in time', async () => {
		const { folder, remove } = await temporaryFolder();
		const places = { '%S': path.join(folder, 'lib'), '%d': path.join(folder, 'credentials') };
		await mkdir(places['%d']);
		await mkdir(path.join(places['%S'], 'messaging-gateway'), { recursive: true });
		await writeFile(path.join(places['%d'], 'encryption-key'), `${randomBytes(32).toString('base64')}\n`);
		const settings = (await valuesOf('Environment')).map((setting) => {
			const [name = '', value = ''] = setting.split('=');
			return [name, value.replace(/%[Sd]/, (found) => places[found as keyof typeof places])];
		});
		const bin = await installGateway(path.join(folder, 'bin'));
		const environment = Object.fromEntries(settings) as Record<string, string>;

		const [command = ''] = await valuesOf('ExecStart');
		const child = spawn('/bin/sh', ['-c', `exec ${command}`], {
			env: { ...environment, GATEWAY_PORT: '0', PATH: `${bin}${path.delimiter}/usr/bin:/bin` },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		const url = await until('the gateway', () => /^Gateway ready at (\S+)$/m.exec(output)?.[1]);
		expect((await fetch(`${url}/readyz`)).status).toBe(200);
		const data = await readdir(environment.GATEWAY_DATA_DIR ?? '');
		expect(data).toContain('gateway.db');
		expect(data).not.toContain('encryption.key');

		const [timeout = ''] = await valuesOf('TimeoutStopSec');
		const startedAt = performance.now();
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(performance.now() - startedAt).toBeLessThan(Number(timeout.replace('s', '')) * 1000);
		await remove();
	});
});
