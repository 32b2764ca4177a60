import { isDeepStrictEqual } from 'node:util';
import type { Known } from './example.ts';
import type { Field } from './fields.ts';
import { isRecord } from './schema.ts';

type Path = readonly (string | number)[];

/** Returns the body with a field set where the body already has it, else at its documented place; undefined removes it. */
export function withField(body: unknown, field: Field, value: unknown, known: Known): unknown {
	const [path] = pathsTo(body, keysOf(field.label), value);
	return path === undefined ? field.place(body, value, known) : set(body, path, value);
}

/** Returns how well a body suits a field: 3 with the same value, 2 with another value, 1 with its parent, 0 otherwise. */
export function compatibility(body: unknown, { label }: Field, value: unknown): number {
	const keys = keysOf(label);
	const [path] = pathsTo(body, keys, value);
	if (path !== undefined) return isDeepStrictEqual(get(body, path), value) ? 3 : 2;
	return pathsTo(body, keys.slice(0, 1), undefined).length > 0 ? 1 : 0;
}

function keysOf(label: string): string[] {
	return label.replaceAll('[]', '.[]').split('.');
}

/** Returns the paths in a body that match a label, those with this value first. */
function pathsTo(body: unknown, keys: readonly string[], value: unknown): Path[] {
	const found = walk(body, keys, []);
	return found.toSorted((a, b) => rank(body, b, value) - rank(body, a, value));
}

function rank(body: unknown, path: Path, value: unknown): number {
	return isDeepStrictEqual(get(body, path), value) ? 1 : 0;
}

function walk(inside: unknown, keys: readonly string[], path: Path): Path[] {
	const [key, ...rest] = keys;
	if (key === undefined) return [path];
	if (key === '[]') {
		if (!Array.isArray(inside)) return [];
		return inside.flatMap((item: unknown, index) => walk(item, rest, [...path, index]));
	}
	return isRecord(inside) && key in inside ? walk(inside[key], rest, [...path, key]) : [];
}

function get(body: unknown, path: Path): unknown {
	return path.reduce<unknown>((inside, key) => {
		if (Array.isArray(inside)) return (inside as unknown[])[Number(key)];
		return isRecord(inside) ? inside[key] : undefined;
	}, body);
}

function set(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	if (Array.isArray(body)) {
		const items = body as unknown[];
		return items.map((item, index) => (index === key ? set(item, rest, value) : item));
	}
	const record = isRecord(body) ? body : {};
	const changed = set(record[key], rest, value);
	const others = Object.entries(record).filter(([name]) => name !== key);
	return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]]);
}
