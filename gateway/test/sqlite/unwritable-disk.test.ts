import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { runGateway, startGatewayProcess, withoutLog } from '../support/gateway-process.ts';
import { at } from '../support/json.ts';
import { authorization } from '../support/media.ts';
import { PNG } from '../support/sample-files.ts';
import { findMountProblem, mountSmallDisk, type SmallDisk } from '../support/storage/small-disk.ts';

const PROBLEM = findMountProblem();

(PROBLEM === null ? describe : describe.skip)(`a disk that takes no writes ${PROBLEM ?? ''}`, () => {
	let disk: SmallDisk;
	afterEach(() => {
		disk.remove();
	});

	const dataFolder = (): string => path.join(disk.folder, 'data');
	/** Starts a gateway that must fail with one line for people; returns that line. */
	async function failure(args: readonly string[] = []): Promise<string> {
		const { code, stdout, stderr } = await runGateway(args, { GATEWAY_DATA_DIR: dataFolder() });
		expect(code).toBe(1);
		expect(stdout).not.toContain('Gateway ready');
		const sentence = withoutLog(stderr);
		expect(sentence.split('\n')).toHaveLength(2);
		return sentence.trimEnd();
	}
	const readOnly = (): string =>
		`GATEWAY_DATA_DIR is "${dataFolder()}", but it is on a read-only disk. Mount the disk for writing, or set GATEWAY_DATA_DIR to a folder on another one (in a container: a volume), then try again.`;

	it('ends the first start with one sentence where it is read-only, with and without the folder', async () => {
		disk = mountSmallDisk();
		disk.makeReadOnly();
		expect(await failure()).toBe(readOnly());
		disk.remove();
		disk = mountSmallDisk();
		await mkdir(dataFolder());
		disk.makeReadOnly();
		expect(await failure()).toBe(readOnly());
	});

	it('ends a later start and a command with one sentence where it is read-only', async () => {
		disk = mountSmallDisk();
		await (await startGatewayProcess(dataFolder())).end('SIGTERM');
		disk.makeReadOnly();
		expect(await failure()).toBe(readOnly());
		expect(await failure(['keys', 'list'])).toBe(readOnly());
	});

	it('refuses an upload where it is full, keeps nothing of it, and takes it when there is space again', async () => {
		disk = mountSmallDisk();
		const gateway = await startGatewayProcess(dataFolder());
		const upload = async (): Promise<[number, unknown]> => {
			const body = new FormData();
			const bytes = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]);
			body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
			const answer = await fetch(`${gateway.url}/v1/media`, {
				method: 'POST',
				headers: { authorization },
				body,
			});
			return [answer.status, at(await answer.json(), 'error')];
		};
		await disk.fill(512 * 1024);
		expect(await upload()).toEqual([
			503,
			expect.objectContaining({
				code: 'service_unavailable',
				message: expect.stringMatching(/^The disk of the gateway is full\./),
			}),
		]);
		expect(await readdir(path.join(dataFolder(), 'media', 'uploads'))).toEqual([]);
		await rm(path.join(disk.folder, 'other'));
		expect(await upload()).toEqual([201, undefined]);
		await gateway.end('SIGTERM');
	});

	it.each([0, 16, 100, 300, 700, 1000])('ends the first start where %i KB are free', async (kilobytes) => {
		disk = mountSmallDisk();
		await mkdir(dataFolder());
		await disk.fill(kilobytes * 1024);
		expect(await failure()).toMatch(
			/^The database \S+gateway\.(db|lock) \(see GATEWAY_DATA_DIR\) cannot be used: (the disk is full\. Free some space on it|the disk reports an error\. Check the disk and its free space), then try again\.$/,
		);
	});

	it('ends a later start where it is full', async () => {
		disk = mountSmallDisk();
		await (await startGatewayProcess(dataFolder())).end('SIGTERM');
		await disk.fill(0);
		expect(await failure()).toMatch(/\(see GATEWAY_DATA_DIR\) cannot be used: .+, then try again\.$/);
	});

	// Each start may create one file more than the one before, and fails when it creates the next.
	it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('ends the first start where it takes %i files', async (files) => {
		disk = mountSmallDisk({ files: files + 1 });
		expect(await failure()).toMatch(
			/^(The database \S+ \(see GATEWAY_DATA_DIR\) cannot be used: it cannot be opened or created\. Give this account access .+ \(df -i\), then try again|The data folder of GATEWAY_DATA_DIR cannot be used: the disk is full \(\S+\)\. Free some space on it, and run the command again)\.$/,
		);
	});
});
