import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PLAYGROUND } from '../layout.ts';

/** Returns the version of n8n that the playground pins. */
export function pinnedN8nVersion(): string {
	const text = readFileSync(path.join(PLAYGROUND, 'package.json'), 'utf8');
	const { dependencies } = JSON.parse(text) as { dependencies: { n8n: string } };
	return dependencies.n8n;
}
