import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openMediaBucket } from '../../../src/media/storage/media-bucket.ts';
import { openMediaFolder } from '../../../src/media/storage/media-folder.ts';
import { MediaStorageError, type MediaStorage } from '../../../src/media/storage/media-storage.ts';
import { createS3Client, type S3Client } from '../../../src/media/storage/s3/s3-client.ts';
import { parseS3Url } from '../../../src/media/storage/s3/s3-target.ts';
import { createIds, systemClock, systemEntropy } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { storedFiles } from '../../support/media.ts';
import { startS3Server, type S3Server } from '../../support/servers/s3-server.ts';

const newId = createIds(systemClock, systemEntropy);
const INSTANCE = newId('inst');
const OTHER = newId('inst');
const BYTES = Buffer.from('the bytes of a file');
/** Nothing is referenced, and every owner exists. */
const UNREFERENCED = { hasFile: () => Promise.resolve(false), hasOwner: () => Promise.resolve(true) };

let server: S3Server;
beforeAll(async () => {
	server = await startS3Server();
});
afterAll(() => server.close());

interface Opened {
	folder: MediaStorage;
	/** Returns the names of the durable files, and of the markers of pending ones, sorted. */
	names: () => Promise<string[]>;
}

async function onDisk(dataFolder: string): Promise<Opened> {
	const names = async () => (await storedFiles(dataFolder)).map((name) => name.replace('+', '/'));
	return { folder: await openMediaFolder(dataFolder, newId), names };
}

let prefixes = 0;

async function inBucket(dataFolder: string): Promise<Opened> {
	const prefix = `run-${(prefixes += 1)}`;
	const client = clientOf(server, prefix);
	const folder = await openMediaBucket({
		client,
		dataFolder,
		clock: systemClock,
		newId,
		installation: 'this one',
		copiesBefore: Infinity,
		onError: (error) => {
			throw error;
		},
	});
	const start = `${prefix}/`;
	const names = async () =>
		(await server.keys())
			.filter((key) => key.startsWith(start) && !key.endsWith('/gateway.json'))
			.map((key) => key.slice(start.length));
	return { folder, names };
}

function clientOf(s3: S3Server, prefix: string): S3Client {
	const settings = s3.environment(prefix);
	const target = {
		...parseS3Url(settings.GATEWAY_MEDIA_URL ?? ''),
		accessKeyId: settings.AWS_ACCESS_KEY_ID ?? '',
		secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? '',
	};
	return createS3Client(target, systemClock, () => undefined);
}

describe.each([
	['on a disk', onDisk],
	['in a bucket', inBucket],
])('a media folder %s', (_where, open) => {
	let dataFolder: string;
	let remove: () => Promise<void>;
	let folder: MediaStorage;
	let names: Opened['names'];
	let isClosed: boolean;

	beforeEach(async () => {
		({ folder: dataFolder, remove } = await temporaryFolder());
		({ folder, names } = await open(dataFolder));
		isClosed = false;
	});
	afterEach(async () => {
		if (!isClosed) await folder.close();
		await remove();
	});

	/** Waits for what the folder does in the background, and returns what it holds then. */
	const namesAtEnd = async (): Promise<string[]> => {
		isClosed = true;
		await folder.close();
		return names();
	};
	const receive = async (bytes = BYTES): Promise<string> => {
		const received = await folder.receive(INSTANCE, chunksOf(bytes));
		expect([received.size, received.path]).toEqual([bytes.length, folder.pathOf(received.file)]);
		await folder.persist(received.file);
		return received.file;
	};
	const read = async (file: string): Promise<Buffer | null> => {
		const opened = await folder.open(file);
		if (opened === null) return null;
		const bytes = await buffer(opened.content);
		expect(opened.size).toBe(bytes.length);
		return bytes;
	};

	it('keeps a file that is confirmed', async () => {
		const file = await receive();
		expect(await names()).toEqual([file, `pending/${file}`].sort());
		await folder.confirm(file);
		expect(await read(file)).toEqual(BYTES);
		expect(await namesAtEnd()).toEqual([file]);
	});

	it('keeps a file of several megabytes and an empty one', async () => {
		const large = Buffer.alloc(7_000_001, 'large');
		const [first, second] = [await receive(large), await receive(Buffer.alloc(0))];
		expect((await read(first))?.equals(large)).toBe(true);
		expect(await read(second)).toEqual(Buffer.alloc(0));
	});

	it('leaves nothing of a file that is discarded', async () => {
		const { file } = await folder.receive(INSTANCE, chunksOf(BYTES));
		await folder.discard(file);
		const persisted = await receive();
		await folder.discard(persisted);
		expect(await namesAtEnd()).toEqual([]);
	});

	it('leaves nothing of a file whose source fails', async () => {
		const failed = new Error('The connection ended.');
		async function* source(): AsyncGenerator<Uint8Array> {
			yield BYTES;
			await Promise.reject(failed);
		}
		await expect(folder.receive(INSTANCE, source())).rejects.toBe(failed);
		expect(await namesAtEnd()).toEqual([]);
	});

	it('brings a file to this machine, again after it was released', async () => {
		const file = await receive();
		for (let time = 0; time < 2; time += 1) {
			const [first, second] = await Promise.all([folder.localPath(file), folder.localPath(file)]);
			expect(await readFile(first)).toEqual(BYTES);
			expect(second).toBe(first);
			await folder.release(file);
		}
		expect(await read(file)).toEqual(BYTES);
	});

	it('moves a file of this machine in', async () => {
		const from = path.join(dataFolder, 'download');
		await writeFile(from, BYTES);
		const file = await folder.moveIn(INSTANCE, from);
		expect(file).toMatch(new RegExp(`^${INSTANCE}/med_`));
		await expect(readFile(from)).rejects.toMatchObject({ code: 'ENOENT' });
		expect(await read(file)).toEqual(BYTES);
	});

	it('makes a received file durable when it is moved in, under its own name', async () => {
		const { file, path: from } = await folder.receive(INSTANCE, chunksOf(BYTES));
		expect(await folder.moveIn(INSTANCE, from)).toBe(file);
		expect(await folder.moveIn(INSTANCE, from)).toBe(file);
		expect(await names()).toEqual([file, `pending/${file}`].sort());
	});

	it('links a file to another owner, who keeps it when the first is gone', async () => {
		const file = await receive();
		const linked = await folder.link(OTHER, file);
		expect(linked).toMatch(new RegExp(`^${OTHER}/med_`));
		await folder.confirm(linked);
		await folder.discard(file);
		expect(await read(linked)).toEqual(BYTES);
		expect(await namesAtEnd()).toEqual([linked]);
	});

	it('cannot link or open a file that is gone', async () => {
		const gone = `${INSTANCE}/${newId('med')}`;
		const error = await folder.link(INSTANCE, gone).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(MediaStorageError);
		expect((error as Error).cause).toMatchObject({ code: 'ENOENT' });
		expect(await read(gone)).toBeNull();
		expect(await namesAtEnd()).toEqual([]);
	});

	it('removes what was left pending and is not referenced, once it is old enough', async () => {
		const [kept, lost, confirmed] = [await receive(), await receive(), await receive()];
		await folder.confirm(confirmed);
		const references = { ...UNREFERENCED, hasFile: (file: string) => Promise.resolve(file !== lost) };
		await folder.sweep(references, Date.now() - 3_600_000);
		expect(await read(lost)).toEqual(BYTES);
		await folder.sweep(references, Infinity);
		expect(await read(lost)).toBeNull();
		expect(await namesAtEnd()).toEqual([kept, confirmed].sort());
	});

	it('removes a file whose rows were being deleted', async () => {
		const file = await receive();
		await folder.confirm(file);
		await folder.markPending(file);
		await folder.sweep(UNREFERENCED, Infinity);
		expect(await read(file)).toBeNull();
	});

	it('removes the files of a deleted instance, also when the deletion was interrupted', async () => {
		const file = await receive();
		const linked = await folder.link(OTHER, file);
		for (const one of [file, linked]) await folder.confirm(one);
		await folder.markOwnerPending(OTHER);
		const hasOwner = (owner: string) => Promise.resolve(owner === INSTANCE);
		await folder.sweep({ hasFile: () => Promise.resolve(true), hasOwner }, Infinity);
		expect([await read(file), await read(linked)]).toEqual([BYTES, null]);
		await folder.removeOwner(INSTANCE);
		expect(await namesAtEnd()).toEqual([]);
	});
});

it('reads the markers in a bucket page by page, and leaves the objects of other programs', async () => {
	const { folder: dataFolder, remove } = await temporaryFolder();
	const { folder, names } = await inBucket(dataFolder);
	const files = Array.from({ length: 1010 }, () => `${INSTANCE}/${newId('med')}`);
	for (const file of files) await server.put(`run-${prefixes}/pending/${file}`, '');
	const foreign = ['pending/of/somebody', 'pending/readme.txt', 'reports/2026.pdf'];
	for (const key of foreign) await server.put(`run-${prefixes}/${key}`, 'foreign');
	await folder.sweep(UNREFERENCED, Infinity);
	expect(await names()).toEqual(foreign);
	await folder.close();
	await remove();
});

function chunksOf(bytes: Buffer): AsyncIterable<Uint8Array> {
	return Readable.from(bytes.length === 0 ? [] : [bytes.subarray(0, 5), bytes.subarray(5)]);
}
