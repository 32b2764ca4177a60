import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:html|js|css|svg)$/;
/** Bytes below which compression saves no packet. */
const MIN_SIZE = 512;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a `.br` and a `.gz` file beside every text file of the build, so the gateway need not compress at run time. */
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
	if (content.length < MIN_SIZE) return;
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	await writeFile(`${file}.br`, await brotli(content, { params }));
	await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
}
