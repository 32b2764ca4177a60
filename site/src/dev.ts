// `npm run site:dev`: serves the site, and shows changes of docs/ at once.
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'vitepress';
import { DOCS, ROOT } from './repository.ts';
import { readSite, stage } from './stage.ts';

await stage(await readSite());
const server = await createServer(path.join(ROOT, 'site'), { host: '127.0.0.1' });
await server.listen();
server.printUrls();

for await (const { filename } of watch(DOCS, { recursive: true })) {
	try {
		await stage(await readSite());
	} catch (error) {
		process.stderr.write(
			`${filename ?? 'docs'}: ${error instanceof Error ? error.message : String(error)}\n`,
		);
	}
}
