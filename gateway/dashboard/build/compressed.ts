import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:html|js|css|svg)$/;
/** Bytes; below this a compressed file saves no packet. */
const WORTH_IT = 512;

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside every text file of the build, so that the gateway compresses nothing itself. */
export function compressed(): Plugin {
	let folder = '';
	return {
		name: 'compressed',
		apply: 'build',
		configResolved(config) {
			folder = path.resolve(config.root, config.build.outDir);
		},
		async closeBundle() {
			const names = await readdir(folder, { recursive: true });
			await Promise.all(
				names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(path.join(folder, name))),
			);
		},
	};
}

async function compress(file: string): Promise<void> {
	const content = await readFile(file);
	if (content.length < WORTH_IT) return;
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	await writeFile(`${file}.br`, await inBrotli(content, { params }));
	await writeFile(`${file}.gz`, await inGzip(content, { level: 9 }));
}
