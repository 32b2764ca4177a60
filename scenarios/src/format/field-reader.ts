/** A mistake in a scenario: where it is, and how to correct it. */
export class ScenarioError extends Error {
	constructor(location: string, problem: string) {
		super(location === '' ? problem : `${location}: ${problem}`);
		this.name = 'ScenarioError';
	}
}

/**
 * Reads the fields of one object of a scenario. The methods throw ScenarioError for a wrong value, those without
 * `Or` for an absent field too.
 */
export interface FieldReader {
	text(name: string): string;
	textOr<Absent>(name: string, absent: Absent): string | Absent;
	number(name: string): number;
	numberOr(name: string, absent: number): number;
	/** False when the field is absent. */
	flag(name: string): boolean;
	oneOf<T extends string>(name: string, values: readonly T[]): T;
	oneOfOr<T extends string, Absent>(name: string, values: readonly T[], absent: Absent): T | Absent;
	/** A duration in milliseconds. */
	duration(name: string): number;
	durationOr(name: string, absent: number): number;
	/** Null when the field is absent. */
	pattern(name: string): RegExp | null;
	/** An empty object when the field is absent. */
	object(name: string): Record<string, unknown>;
	list(name: string): unknown[];
	/** A list of texts. */
	texts(name: string): string[];
	textsOr<Absent>(name: string, absent: Absent): string[] | Absent;
	/** Throws ScenarioError when the object has a field that was not read. */
	rejectUnknown(): void;
	fail(problem: string): never;
}

/** Reads a value that has to be an object; `location` begins the error messages. Throws ScenarioError when it is none. */
export function createFieldReader(value: unknown, location: string): FieldReader {
	if (!isRecord(value))
		throw new ScenarioError(location, `must be an object, and is ${describeValue(value)}.`);
	const read = new Set<string>();

	const fail = (problem: string): never => {
		throw new ScenarioError(location, problem);
	};
	const get = (name: string): unknown => {
		read.add(name);
		return value[name];
	};
	const required = (name: string, expected: string): unknown => {
		const field = get(name);
		return field === undefined ? fail(`"${name}" is missing; give ${expected}.`) : field;
	};
	const asText = (name: string, field: unknown): string =>
		typeof field === 'string' && field !== ''
			? field
			: fail(`"${name}" must be a text, and is ${describeValue(field)}.`);
	const asNumber = (name: string, field: unknown): number =>
		typeof field === 'number' ? field : fail(`"${name}" must be a number, and is ${describeValue(field)}.`);
	const asList = (name: string, field: unknown): unknown[] =>
		Array.isArray(field) ? (field as unknown[]) : fail(`"${name}" must be a list.`);
	const asTexts = (name: string, field: unknown): string[] =>
		asList(name, field).map((text) => asText(name, text));
	const asOneOf = <T extends string>(name: string, field: unknown, values: readonly T[]): T =>
		values.find((candidate) => candidate === field) ??
		fail(`"${name}" must be one of ${values.join(', ')}, and is ${describeValue(field)}.`);
	const asDuration = (name: string, field: unknown): number =>
		parseDuration(field) ??
		fail(`"${name}" must be a time such as 500ms, 10s or 2m, and is ${describeValue(field)}.`);

	return {
		fail,
		text: (name) => asText(name, required(name, 'a text')),
		textOr(name, absent) {
			const field = get(name);
			return field === undefined ? absent : asText(name, field);
		},
		number: (name) => asNumber(name, required(name, 'a number')),
		numberOr(name, absent) {
			const field = get(name);
			return field === undefined ? absent : asNumber(name, field);
		},
		flag(name) {
			const field = get(name) ?? false;
			return typeof field === 'boolean'
				? field
				: fail(`"${name}" must be true or false, and is ${describeValue(field)}.`);
		},
		oneOf: (name, values) => asOneOf(name, required(name, `one of ${values.join(', ')}`), values),
		oneOfOr(name, values, absent) {
			const field = get(name);
			return field === undefined ? absent : asOneOf(name, field, values);
		},
		duration: (name) => asDuration(name, required(name, 'a time such as 500ms, 10s or 2m')),
		durationOr(name, absent) {
			const field = get(name);
			return field === undefined ? absent : asDuration(name, field);
		},
		pattern(name) {
			const field = get(name);
			if (field === undefined) return null;
			try {
				return new RegExp(asText(name, field), 'u');
			} catch (error) {
				if (error instanceof ScenarioError) throw error;
				return fail(`"${name}" is no regular expression: ${error instanceof Error ? error.message : ''}.`);
			}
		},
		object(name) {
			const field = get(name) ?? {};
			return isRecord(field) ? field : fail(`"${name}" must be an object, and is ${describeValue(field)}.`);
		},
		list: (name) => asList(name, required(name, 'a list')),
		texts: (name) => asTexts(name, required(name, 'a list of texts')),
		textsOr(name, absent) {
			const field = get(name);
			return field === undefined ? absent : asTexts(name, field);
		},
		rejectUnknown() {
			const unknown = Object.keys(value).find((name) => !read.has(name));
			if (unknown === undefined) return;
			fail(`"${unknown}" is not known here. There is ${[...read].sort().join(', ')}.`);
		},
	};
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function parseDuration(value: unknown): number | null {
	const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(String(value)) ?? [];
	return amount === undefined ? null : Math.round(Number(amount) * (UNITS[unit] ?? 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an error message shows it. */
function describeValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	return value === undefined ? 'absent' : JSON.stringify(value);
}
