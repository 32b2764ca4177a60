import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { CHECKSUMS } from './manifest.ts';

/** Writes a compressed tar archive, file by file, with their checksums at its end. */
export interface ArchiveWriter {
	addText(name: string, text: string): Promise<void>;
	addFile(name: string, path: string): Promise<void>;
	/** Adds another name of a file that was added before. */
	addLink(name: string, target: string): Promise<void>;
	/** Adds the checksums; resolves when everything is written to the output, which is ended. */
	finish(): Promise<void>;
}

/** Most files are compressed already: more effort would take longer and save little. */
const COMPRESSION = { level: 1 };
const MODE = 0o600;

/** Memory does not grow with the archive: the checksums are collected in a file. Each method throws the output's error. */
export async function createArchive(output: Writable, checksumsFile: string): Promise<ArchiveWriter> {
	const { readable, controller } = createTarPacker();
	let failure: { cause: unknown } | null = null;
	const written = pipeline(Readable.fromWeb(readable), createGzip(COMPRESSION), output);
	written.catch((cause: unknown) => {
		failure = { cause };
	});
	const checksums = await open(checksumsFile, 'w', MODE);

	async function add(name: string, size: number, content: AsyncIterable<Buffer> | Buffer[]): Promise<Hash> {
		const hash = createHash('sha256');
		try {
			const body = controller.add({ name, size, mode: MODE, type: 'file' }).getWriter();
			for await (const chunk of content) {
				hash.update(chunk);
				await body.write(chunk);
			}
			await body.close();
		} catch (error) {
			controller.error(error);
			// The error of the output is the cause of that of the archive.
			await written.catch(() => undefined);
			throw failure === null ? error : (failure as { cause: unknown }).cause;
		}
		return hash;
	}

	async function addWithChecksum(
		name: string,
		size: number,
		content: AsyncIterable<Buffer> | Buffer[],
	): Promise<void> {
		const hash = await add(name, size, content);
		await checksums.write(`${hash.digest('hex')}  ${name}\n`);
	}

	return {
		addText: (name, text) => addWithChecksum(name, Buffer.byteLength(text), [Buffer.from(text)]),
		async addFile(name, path) {
			await addWithChecksum(name, (await stat(path)).size, createReadStream(path));
		},
		async addLink(name, target) {
			const link = controller.add({ name, size: 0, mode: MODE, type: 'link', linkname: target });
			await link.close();
		},
		async finish() {
			await checksums.close();
			await add(CHECKSUMS, (await stat(checksumsFile)).size, createReadStream(checksumsFile));
			controller.finalize();
			await written;
		},
	};
}
