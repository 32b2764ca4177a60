import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A raw body and what a parser has to make of it: take it (y), refuse it (n), or either (i). */
export interface JsonBody {
	name: string;
	expect: 'y' | 'n' | 'i';
	bytes: Buffer;
}

/** The bodies of json-bodies.json: `text` as it stands, or `hex` where it is no text. */
export async function readJsonBodies(): Promise<JsonBody[]> {
	const entries = (await readFixture('json-bodies.json')) as Record<string, string | { hex: string }>;
	const bodies = Object.entries(entries).map(
		([name, content]): JsonBody => ({
			name,
			expect: name.charAt(0) as JsonBody['expect'],
			bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.hex, 'hex'),
		}),
	);
	return [...bodies, ...deepBodies()];
}

/** Bodies that are too long for a file: nested deeper than a program's stack reaches. */
function deepBodies(): JsonBody[] {
	const depth = 100_000;
	return [
		{ name: 'n_structure_100000_opening_arrays', expect: 'n', bytes: Buffer.from('['.repeat(depth)) },
		{ name: 'n_structure_open_array_object', expect: 'n', bytes: Buffer.from('[{"":'.repeat(depth)) },
		{ name: 'i_structure_100000_nested_arrays', expect: 'i', bytes: Buffer.from(nested(depth)) },
		{ name: 'i_structure_500_nested_arrays', expect: 'i', bytes: Buffer.from(nested(500)) },
	];
}

/** JSON of lists inside lists. */
export function nested(depth: number): string {
	return '['.repeat(depth) + ']'.repeat(depth);
}

export async function readNaughtyStrings(): Promise<string[]> {
	return (await readFixture('naughty-strings.json')) as string[];
}

async function readFixture(name: string): Promise<unknown> {
	return JSON.parse(await readFile(path.join(import.meta.dirname, name), 'utf8'));
}
