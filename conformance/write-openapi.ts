import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DOCUMENT_FILES } from './document/document.ts';
import { startGateway } from './server/gateway-process.ts';

/** Writes gateway/openapi*.json: the documents that a gateway serves. */
const gateway = await startGateway();
try {
	for (const file of DOCUMENT_FILES) {
		const response = await fetch(`${gateway.url}/${path.basename(file)}`);
		if (!response.ok) throw new Error(`The gateway responded with ${response.status}.`);
		await writeFile(file, linesOf((await response.json()) as Record<string, unknown>));
		process.stdout.write(`Wrote ${path.relative(process.cwd(), file)}\n`);
	}
} finally {
	await gateway.stop();
}

/** The document as JSON with a line for each operation and component: small, and a change is a change of few lines. */
function linesOf(document: Record<string, unknown>): string {
	return `${block(document, 3)}\n`;
}

function block(value: unknown, depth: number): string {
	const isBlock = depth > 0 && typeof value === 'object' && value !== null && !Array.isArray(value);
	if (!isBlock) return JSON.stringify(value);
	const entries = Object.entries(value);
	if (entries.length === 0) return '{}';
	const lines = entries.map(([key, inside]) => `${JSON.stringify(key)}:${block(inside, depth - 1)}`);
	return `{\n${lines.join(',\n')}\n}`;
}
