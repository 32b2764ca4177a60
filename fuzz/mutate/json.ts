import type { Random } from '../../chaos/random.ts';
import { unusualText, unusualValue } from './values.ts';

type Fields = Record<string, unknown>;

/** A place in a value: what holds it, and under which name or index. */
interface Place {
	holder: Fields | unknown[];
	key: string | number;
}

const DEEP = 2000;

/** A copy of a value of JSON in which one or a few things are other than they should be; tells what was done. */
export function mutateJson(random: Random, value: unknown): { value: unknown; what: string } {
	const root: Fields = { value: structuredClone(value) };
	const done: string[] = [];
	for (let left = random.chance(0.7) ? 1 : random.integer(2, 5); left > 0; left -= 1) {
		const places = placesIn(root.value);
		const [first, ...others] = places.length === 0 ? [{ holder: root, key: 'value' }] : places;
		if (first === undefined) break;
		done.push(
			change(
				random,
				random.pick([first, ...others]),
				done.every((one) => !isLarge(one)),
			),
		);
	}
	return { value: root.value, what: done.join(', ') };
}

function placesIn(value: unknown): Place[] {
	if (typeof value !== 'object' || value === null) return [];
	const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
	const holder = value as Place['holder'];
	return keys.flatMap((key) => [{ holder, key }, ...placesIn(at(holder, key))]);
}

function at(holder: Place['holder'], key: string | number): unknown {
	return (holder as Fields)[key];
}

const CHANGES: Readonly<Record<string, (random: Random, place: Place) => void>> = {
	drop(random, { holder, key }) {
		if (Array.isArray(holder)) holder.splice(Number(key), random.integer(1, 2));
		// eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the field has to be absent
		else delete holder[key];
	},
	rename(random, { holder, key }) {
		const value = at(holder, key);
		CHANGES.drop?.(random, { holder, key });
		put(holder, random.chance(0.5) ? unusualText(random) : `${key}s`, value);
	},
	retype(random, { holder, key }) {
		put(holder, key, unusualValue(random));
	},
	text(random, { holder, key }) {
		put(holder, key, unusualText(random));
	},
	double(_random, { holder, key }) {
		const value = at(holder, key);
		if (Array.isArray(holder)) holder.push(structuredClone(value));
		else put(holder, key, [value, structuredClone(value)]);
	},
	wrap(_random, { holder, key }) {
		put(holder, key, { value: at(holder, key) });
	},
	nest(random, { holder, key }) {
		let nested = at(holder, key);
		for (let depth = random.pick([5, 50, DEEP]); depth > 0; depth -= 1) nested = [nested];
		put(holder, key, nested);
	},
	many(random, { holder, key }) {
		put(
			holder,
			key,
			Array.from({ length: random.pick([10, 100, 2000]) }, () => at(holder, key)),
		);
	},
	huge(random, { holder, key }) {
		put(holder, key, 'h'.repeat(random.pick([1000, 70_000, 400_000])));
	},
};
const NAMES = Object.keys(CHANGES) as [string, ...string[]];
/** Those that make values large are rarer, and there is one a case. */
const LARGE: readonly string[] = ['nest', 'many', 'huge'];

const isLarge = (done: string): boolean => LARGE.some((name) => done.startsWith(name));

function change(random: Random, place: Place, mayBeLarge: boolean): string {
	const chosen = random.pick(NAMES);
	const name = LARGE.includes(chosen) && (!mayBeLarge || random.chance(0.8)) ? 'retype' : chosen;
	CHANGES[name]?.(random, place);
	return `${name} ${place.key}`;
}

/** Also under names that mean something to objects themselves. */
function put(holder: Place['holder'], key: string | number, value: unknown): void {
	Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
