import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const BUILT = path.join(import.meta.dirname, '../../../dashboard/dist');
/** Limit of the compressed JavaScript of the first screen, in bytes. */
const BUDGET = 80_000;

async function read(name: string): Promise<string> {
	return readFile(path.join(BUILT, name), 'utf8');
}

/** The static imports of a script. */
async function withImports(name: string, seen = new Set<string>()): Promise<Set<string>> {
	if (seen.has(name)) return seen;
	seen.add(name);
	const imports = (await read(`assets/${name}`)).matchAll(/(?:from|import)\s?["']\.\/([^"']+\.js)["']/g);
	for (const [, imported = ''] of imports) await withImports(imported, seen);
	return seen;
}

describe('dashboard bundle', () => {
	it('stays below 80 kB of compressed JavaScript at first load', async () => {
		const names = await readdir(path.join(BUILT, 'assets'));
		const html = await read('index.html');
		const scripts = [...html.matchAll(/assets\/([^"]+\.js)/g)].map(([, name = '']) => name);
		expect(scripts.length).toBeGreaterThan(0);

		const loaded = new Set<string>();
		for (const name of scripts) await withImports(name, loaded);
		let size = 0;
		for (const name of loaded) {
			const file = names.includes(`${name}.gz`) ? `${name}.gz` : name;
			size += (await readFile(path.join(BUILT, 'assets', file))).length;
		}
		expect(size).toBeLessThanOrEqual(BUDGET);
	});

	it('contains a compressed copy of every large file, with the same content', async () => {
		const names = (await readdir(BUILT, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
		for (const name of names) {
			const content = await readFile(path.join(BUILT, name));
			if (content.length < 512) continue;
			expect(gunzipSync(await readFile(path.join(BUILT, `${name}.gz`))).equals(content)).toBe(true);
			expect(brotliDecompressSync(await readFile(path.join(BUILT, `${name}.br`))).equals(content)).toBe(true);
		}
	});

	it('contains no inline script or style and no external resource', async () => {
		const html = await read('index.html');
		expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i);
		expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
	});

	it('declares the order of its cascade layers in the first stylesheets', async () => {
		const html = await read('index.html');
		const sheets = [...html.matchAll(/assets\/([^"]+\.css)/g)].map(([, name = '']) => name);
		const styles = await Promise.all(sheets.map((name) => read(`assets/${name}`)));
		const layers = [...styles.join('').matchAll(/@layer ([\w, ]+)[;{]/g)].flatMap(([, names = '']) =>
			names.split(',').map((name) => name.trim()),
		);
		expect([...new Set(layers)]).toEqual(['reset', 'tokens', 'base', 'components', 'screens']);
	});
});
