import type { Random } from '../../chaos/random.ts';
import { unusualText, unusualValue } from './values.ts';

type Fields = Record<string, unknown>;

/** A location in a value: its container, and the name or index in it. */
interface Location {
	container: Fields | unknown[];
	key: string | number;
}

/** Greatest nesting depth. */
const DEEP = 2000;

/** Returns a copy of a JSON value with one to five mutations, and their description. */
export function mutateJson(random: Random, value: unknown): { value: unknown; what: string } {
	const root: Fields = { value: structuredClone(value) };
	const mutations: string[] = [];
	for (let left = random.chance(0.7) ? 1 : random.integer(2, 5); left > 0; left -= 1) {
		const locations = locationsIn(root.value);
		const [first, ...others] = locations.length === 0 ? [{ container: root, key: 'value' }] : locations;
		if (first === undefined) break;
		mutations.push(
			mutate(
				random,
				random.pick([first, ...others]),
				mutations.every((one) => !isLarge(one)),
			),
		);
	}
	return { value: root.value, what: mutations.join(', ') };
}

/** Returns all locations in a value, each before those inside it. Without recursion, because mutations nest deeply. */
function locationsIn(value: unknown): Location[] {
	const found: Location[] = [];
	const left = locationsOf(value).reverse();
	for (let location = left.pop(); location !== undefined; location = left.pop()) {
		found.push(location);
		for (const inner of locationsOf(at(location.container, location.key)).reverse()) left.push(inner);
	}
	return found;
}

/** Returns the locations of the fields or entries of a value. */
function locationsOf(value: unknown): Location[] {
	if (typeof value !== 'object' || value === null) return [];
	const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
	return keys.map((key) => ({ container: value as Location['container'], key }));
}

function at(container: Location['container'], key: string | number): unknown {
	return (container as Fields)[key];
}

const MUTATIONS: Readonly<Record<string, (random: Random, location: Location) => void>> = {
	drop(random, { container, key }) {
		if (Array.isArray(container)) container.splice(Number(key), random.integer(1, 2));
		// eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the field has to be absent
		else delete container[key];
	},
	rename(random, { container, key }) {
		const value = at(container, key);
		MUTATIONS.drop?.(random, { container, key });
		put(container, random.chance(0.5) ? unusualText(random) : `${key}s`, value);
	},
	retype(random, { container, key }) {
		put(container, key, unusualValue(random));
	},
	text(random, { container, key }) {
		put(container, key, unusualText(random));
	},
	double(_random, { container, key }) {
		const value = at(container, key);
		if (Array.isArray(container)) container.push(structuredClone(value));
		else put(container, key, [value, structuredClone(value)]);
	},
	wrap(_random, { container, key }) {
		put(container, key, { value: at(container, key) });
	},
	nest(random, { container, key }) {
		let nested = at(container, key);
		for (let depth = random.pick([5, 50, DEEP]); depth > 0; depth -= 1) nested = [nested];
		put(container, key, nested);
	},
	many(random, { container, key }) {
		put(
			container,
			key,
			Array.from({ length: random.pick([10, 100, 2000]) }, () => at(container, key)),
		);
	},
	huge(random, { container, key }) {
		put(container, key, 'h'.repeat(random.pick([1000, 70_000, 400_000])));
	},
};
const NAMES = Object.keys(MUTATIONS) as [string, ...string[]];
/** Mutations that make values large are rarer, with at most one per case. */
const LARGE: readonly string[] = ['nest', 'many', 'huge'];

const isLarge = (mutations: string): boolean => LARGE.some((name) => mutations.startsWith(name));

function mutate(random: Random, location: Location, mayBeLarge: boolean): string {
	const chosen = random.pick(NAMES);
	const name = LARGE.includes(chosen) && (!mayBeLarge || random.chance(0.8)) ? 'retype' : chosen;
	MUTATIONS[name]?.(random, location);
	return `${name} ${location.key}`;
}

/** Sets a property, even one named `__proto__`. */
function put(container: Location['container'], key: string | number, value: unknown): void {
	Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}
