import { createHash, type Hash } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import {
	CHECKSUMS,
	DATABASE,
	isMediaMember,
	isMember,
	KEY,
	MANIFEST,
	NotABackup,
	parseManifest,
	type Manifest,
} from './manifest.ts';
import { requireSpace } from './require-space.ts';

/** Most bytes of the manifest. */
const MAX_MANIFEST = 100_000;
/** Most bytes of a line of the checksums: a checksum and a name. */
const MAX_LINE = 200;

/**
 * Writes the files of a backup into an empty folder, durably, and verifies them. `accept` looks at the manifest before
 * the others are written, and may throw. Writes nothing that a backup does not contain, and never more than its manifest
 * says. Throws NotABackup.
 */
export async function extractBackup(
	input: Readable,
	folder: string,
	accept: (manifest: Manifest) => void,
): Promise<Manifest> {
	const decoder = createTarDecoder({ strict: true });
	const read = pipeline(input, createGunzip(), Writable.fromWeb(decoder.writable));
	// The decoder reports it too.
	read.catch(() => undefined);
	try {
		const extraction = createExtraction(folder, accept);
		for await (const entry of decoder.readable as unknown as AsyncIterable<ParsedTarEntry>)
			await extraction.add(entry);
		await read;
		return extraction.finish();
	} catch (error) {
		input.destroy();
		throw explain(error);
	}
}

function createExtraction(folder: string, accept: (manifest: Manifest) => void) {
	let manifest: Manifest | null = null;
	let [bytes, mediaFiles] = [0, 0];
	const others = new Set<string>();
	/** A digest of the checksums of the files that were written, line by line, and one of those the backup names. */
	const found = createHash('sha256');
	let declared: string | null = null;

	async function addFirst({ header, body }: ParsedTarEntry): Promise<Manifest> {
		if (header.name !== MANIFEST || header.type !== 'file')
			throw new NotABackup(`it does not begin with ${MANIFEST}`);
		const text = await readText(body, MAX_MANIFEST);
		const parsed = parseManifest(text);
		accept(parsed);
		await requireSpace(folder, parsed.bytes, {
			what: 'the backup',
			remedy: 'Free some space, or set GATEWAY_DATA_DIR to a folder on another disk.',
		});
		await write(MANIFEST, [Buffer.from(text)]);
		return parsed;
	}

	async function write(name: string, content: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<void> {
		const hash = createHash('sha256');
		await writeFileDurably(path.join(folder, name), hashed(content, hash));
		found.update(`${hash.digest('hex')}  ${name}\n`);
	}

	return {
		async add(entry: ParsedTarEntry): Promise<void> {
			if (manifest === null) {
				manifest = await addFirst(entry);
				return;
			}
			const { header, body } = entry;
			const { name, size, type } = header;
			if (declared !== null) throw new NotABackup('something follows its checksums');
			if (name === CHECKSUMS && type === 'file') {
				declared = await digestOf(body, MAX_LINE * (manifest.mediaFiles + 3));
				return;
			}
			if (!isMember(name, manifest) || others.has(name)) throw new NotABackup(`it contains ${shown(name)}`);
			if (isMediaMember(name)) {
				mediaFiles += 1;
				mkdirSync(path.dirname(path.join(folder, name)), { recursive: true, mode: 0o700 });
			} else {
				others.add(name);
			}
			if (type === 'link' && isMediaMember(name)) {
				addLink(folder, name, header.linkname ?? '');
				return;
			}
			if (type !== 'file') throw new NotABackup(`${shown(name)} in it is no file`);
			bytes += size;
			if (bytes > manifest.bytes) throw new NotABackup(`it contains more than its ${MANIFEST} says`);
			await write(name, body as unknown as AsyncIterable<Uint8Array>);
		},
		finish(): Manifest {
			if (manifest === null) throw new NotABackup('it is empty');
			if (declared === null) throw new NotABackup('its end is missing');
			if (declared !== found.digest('hex')) throw new NotABackup('its checksums do not match its files');
			const { engine, encryptionKey } = manifest;
			const isComplete =
				bytes === manifest.bytes &&
				mediaFiles === manifest.mediaFiles &&
				others.has(DATABASE[engine]) &&
				(encryptionKey !== 'included' || others.has(KEY));
			if (!isComplete) throw new NotABackup('files are missing in it');
			return manifest;
		},
	};
}

/** A link may only be to a media file that was written before. */
function addLink(folder: string, name: string, target: string): void {
	if (!isMediaMember(target)) throw new NotABackup(`${shown(name)} in it is a link to another place`);
	try {
		linkSync(path.join(folder, target), path.join(folder, name));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') throw new NotABackup(`${shown(name)} in it is a link to nothing`);
		if (codeOf(error) === 'EEXIST') throw error;
		// Some file systems have no hard links.
		copyFileSync(path.join(folder, target), path.join(folder, name), constants.COPYFILE_EXCL);
	}
}

async function writeFileDurably(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
	const handle = await open(file, 'wx', 0o600);
	try {
		for await (const chunk of content) await handle.writeFile(chunk);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function* hashed(
	content: AsyncIterable<Uint8Array> | Uint8Array[],
	hash: Hash,
): AsyncGenerator<Uint8Array> {
	for await (const chunk of content) {
		hash.update(chunk);
		yield chunk;
	}
}

async function readText(body: ParsedTarEntry['body'], limit: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > limit) throw new NotABackup(`its ${MANIFEST} is too large`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

async function digestOf(body: ParsedTarEntry['body'], limit: number): Promise<string> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > limit) throw new NotABackup(`its ${CHECKSUMS} is too large`);
		hash.update(chunk);
	}
	return hash.digest('hex');
}

/** A name of a hostile archive, short enough for a sentence and without control characters. */
function shown(name: string): string {
	return JSON.stringify(name.slice(0, 100));
}

/** Errors of the archive are those of the backup; errors of the system are not. */
function explain(error: unknown): unknown {
	if (error instanceof ExplainedError) return error;
	if (codeOf(error) === 'EEXIST') return new NotABackup('it contains a file twice', { cause: error });
	if (error instanceof Error && 'syscall' in error) return error;
	return new NotABackup('it is damaged, or no compressed tar archive', { cause: error });
}
