import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { DOCUMENT_FILE } from './document/document.ts';
import { startGateway } from './server/gateway-process.ts';

/** Writes gateway/openapi.json: the document that a gateway serves, formatted with Prettier. */
const gateway = await startGateway();
try {
	const response = await fetch(`${gateway.url}/openapi.json`);
	if (!response.ok) throw new Error(`The gateway responded with ${response.status}.`);
	const options = await resolveConfig(DOCUMENT_FILE);
	await writeFile(
		DOCUMENT_FILE,
		await format(await response.text(), { ...options, filepath: DOCUMENT_FILE }),
	);
	process.stdout.write(`Wrote ${path.relative(process.cwd(), DOCUMENT_FILE)}\n`);
} finally {
	await gateway.stop();
}
