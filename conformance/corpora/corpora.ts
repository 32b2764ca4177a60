import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A raw body, and whether a JSON parser must accept it (y), must reject it (n), or may do either (i). */
export interface JsonBody {
	name: string;
	expect: 'y' | 'n' | 'i';
	bytes: Buffer;
}

/** Returns the bodies of json-bodies.json and some that are too long for a file. */
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

/** Returns bodies that are too long for a file: nested deeper than the stack of a recursive parser. */
function deepBodies(): JsonBody[] {
	const depth = 100_000;
	return [
		{ name: 'n_structure_100000_opening_arrays', expect: 'n', bytes: Buffer.from('['.repeat(depth)) },
		{ name: 'n_structure_open_array_object', expect: 'n', bytes: Buffer.from('[{"":'.repeat(depth)) },
		{ name: 'i_structure_100000_nested_arrays', expect: 'i', bytes: Buffer.from(nestedLists(depth)) },
		{ name: 'i_structure_500_nested_arrays', expect: 'i', bytes: Buffer.from(nestedLists(500)) },
	];
}

/** Returns the JSON of nested lists. */
export function nestedLists(depth: number): string {
	return '['.repeat(depth) + ']'.repeat(depth);
}

export async function readNaughtyStrings(): Promise<string[]> {
	return (await readFixture('naughty-strings.json')) as string[];
}

async function readFixture(name: string): Promise<unknown> {
	return JSON.parse(await readFile(path.join(import.meta.dirname, name), 'utf8'));
}
