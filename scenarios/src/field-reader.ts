/** A scenario that cannot be played as it is: where in it, and what to do. */
export class ScenarioError extends Error {
	constructor(place: string, problem: string) {
		super(place === '' ? problem : `${place}: ${problem}`);
		this.name = 'ScenarioError';
	}
}

/** Reads the fields of one object of a scenario, and says clearly which one is wrong. */
export interface Fields {
	/** Where the object is, as a person finds it. */
	place: string;
	has(name: string): boolean;
	text(name: string): string;
	textOr<Absent>(name: string, absent: Absent): string | Absent;
	number(name: string): number;
	/** Absent: false. */
	flag(name: string): boolean;
	oneOf<T extends string>(name: string, values: readonly T[]): T;
	oneOfOr<T extends string, Absent>(name: string, values: readonly T[], absent: Absent): T | Absent;
	/** Milliseconds. */
	duration(name: string): number;
	durationOr(name: string, absent: number): number;
	pattern(name: string): RegExp | null;
	object(name: string): Record<string, unknown>;
	list(name: string): unknown[];
	/** Throws where there is a field that nothing was read from. */
	end(): void;
	fail(problem: string): never;
}

/** The fields of a value that has to be an object. Throws ScenarioError. */
export function fieldsOf(value: unknown, place: string): Fields {
	if (!isRecord(value)) throw new ScenarioError(place, `must be an object, and is ${nameOf(value)}.`);
	const read = new Set<string>();

	const fail = (problem: string): never => {
		throw new ScenarioError(place, problem);
	};
	const get = (name: string): unknown => {
		read.add(name);
		return value[name];
	};
	const must = (name: string, what: string): unknown => {
		const found = get(name);
		return found === undefined ? fail(`"${name}" is missing; give ${what}.`) : found;
	};
	const asText = (name: string, found: unknown): string =>
		typeof found === 'string' && found !== ''
			? found
			: fail(`"${name}" must be a text, and is ${nameOf(found)}.`);
	const asOneOf = <T extends string>(name: string, found: unknown, values: readonly T[]): T =>
		values.find((one) => one === found) ??
		fail(`"${name}" must be one of ${values.join(', ')}, and is ${nameOf(found)}.`);
	const asDuration = (name: string, found: unknown): number =>
		parseDuration(found) ??
		fail(`"${name}" must be a time such as 500ms, 10s or 2m, and is ${nameOf(found)}.`);

	return {
		place,
		fail,
		has: (name) => value[name] !== undefined,
		text: (name) => asText(name, must(name, 'a text')),
		textOr(name, absent) {
			const found = get(name);
			return found === undefined ? absent : asText(name, found);
		},
		number(name) {
			const found = must(name, 'a number');
			return typeof found === 'number' ? found : fail(`"${name}" must be a number, and is ${nameOf(found)}.`);
		},
		flag(name) {
			const found = get(name) ?? false;
			return typeof found === 'boolean'
				? found
				: fail(`"${name}" must be true or false, and is ${nameOf(found)}.`);
		},
		oneOf: (name, values) => asOneOf(name, must(name, `one of ${values.join(', ')}`), values),
		oneOfOr(name, values, absent) {
			const found = get(name);
			return found === undefined ? absent : asOneOf(name, found, values);
		},
		duration: (name) => asDuration(name, must(name, 'a time such as 500ms, 10s or 2m')),
		durationOr(name, absent) {
			const found = get(name);
			return found === undefined ? absent : asDuration(name, found);
		},
		pattern(name) {
			const found = get(name);
			if (found === undefined) return null;
			try {
				return new RegExp(asText(name, found), 'u');
			} catch (error) {
				if (error instanceof ScenarioError) throw error;
				return fail(`"${name}" is no regular expression: ${error instanceof Error ? error.message : ''}.`);
			}
		},
		object(name) {
			const found = get(name) ?? {};
			return isRecord(found) ? found : fail(`"${name}" must be an object, and is ${nameOf(found)}.`);
		},
		list(name) {
			const found = must(name, 'a list');
			return Array.isArray(found) ? (found as unknown[]) : fail(`"${name}" must be a list.`);
		},
		end() {
			const unknown = Object.keys(value).find((name) => !read.has(name));
			if (unknown === undefined) return;
			fail(`"${unknown}" is not known here. There is ${[...read].sort().join(', ')}.`);
		},
	};
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function parseDuration(value: unknown): number | null {
	const [, figure, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(String(value)) ?? [];
	return figure === undefined ? null : Math.round(Number(figure) * (UNITS[unit] ?? 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an error names it. */
function nameOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	return value === undefined ? 'absent' : JSON.stringify(value);
}
