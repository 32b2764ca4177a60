import fc from 'fast-check';
import { createExample, type Known } from '../../document/example.ts';
import { textMatching } from '../../document/matching-text.ts';
import { branchesOf, isRecord, typesOf, type Schema } from '../../document/schema.ts';

/** A value on one side of a limit. */
export interface Probe {
	value: unknown;
	accepted: boolean;
	/** The limit, and the side of it that the value is on. */
	what: string;
}

const SEED = 7;

/** Returns values on both sides of every limit of a schema. */
export function boundaryValues(schema: Schema, name: string, known: Known): Probe[] {
	return branchesOf(schema).flatMap((branch) => [
		...lengthProbes(branch, name, known),
		...patternProbes(branch),
		...numberProbes(branch),
		...itemProbes(branch, name, known),
		...enumProbes(branch),
	]);
}

function lengthProbes(
	{ minLength, maxLength, pattern, format, enum: values }: Schema,
	name: string,
	known: Known,
): Probe[] {
	if (pattern !== undefined || values !== undefined) return [];
	const probes: Probe[] = [];
	const frame = frameOf(name, known);
	const isFree = format === undefined && name !== 'emoji';
	if (minLength !== undefined && minLength > 0) {
		// No URL and no card is this short.
		if (isFree && frame === null) {
			probes.push({ value: 'x'.repeat(minLength), accepted: true, what: 'minLength' });
		}
		probes.push({ value: 'x'.repeat(minLength - 1), accepted: false, what: 'below minLength' });
	}
	if (maxLength !== undefined) {
		probes.push({ value: textOf(maxLength + 1, frame), accepted: false, what: 'above maxLength' });
		if (isFree) probes.push({ value: textOf(maxLength, frame), accepted: true, what: 'maxLength' });
		// A character outside the basic plane is one character.
		if (isFree && frame === null)
			probes.push({ value: '😀'.repeat(maxLength), accepted: true, what: 'maxLength of emoji' });
	}
	return probes;
}

/** The beginning and the end of every text of a field. */
type Frame = readonly [prefix: string, suffix: string];

/** Returns the frame of URLs, of proxies and of vCards; null: any text is valid for the field. */
function frameOf(name: string, known: Known): Frame | null {
	if (name === 'vcard') return ['BEGIN:VCARD\nFN:', '\nEND:VCARD'];
	// Nothing stands behind the port of a proxy, so its password has the length.
	if (name === 'proxyUrl') return ['http://ana:', '@proxy.example.com:3128'];
	const value = known[name];
	return typeof value === 'string' && /^https?:/.test(value) ? [`${value}?`, ''] : null;
}

/** Returns a text of exactly this length in its frame. */
function textOf(length: number, frame: Frame | null): string {
	const [prefix, suffix] = frame ?? ['', ''];
	return prefix + 'x'.repeat(Math.max(0, length - prefix.length - suffix.length)) + suffix;
}

function patternProbes(schema: Schema): Probe[] {
	const { pattern } = schema;
	if (pattern === undefined) return [];
	const form = new RegExp(pattern, 'u');
	const good = fc.sample(textMatching(pattern, schema), { numRuns: 5, seed: SEED });
	const bad = good.flatMap((text) => [
		'',
		`${text}!`,
		` ${text}`,
		`${text}\n`,
		`+${text}`,
		text.slice(0, 3),
		text.repeat(9),
	]);
	return [
		...good.map((value) => ({ value, accepted: true, what: `fits ${pattern}: ${value}` })),
		...[...new Set(bad)]
			.filter((text) => !form.test(text))
			.map((value) => ({
				value,
				accepted: false,
				what: `does not fit ${pattern}: ${JSON.stringify(value)}`,
			})),
	];
}

function numberProbes({ minimum, maximum, type }: Schema): Probe[] {
	const probes: Probe[] = [];
	if (minimum !== undefined) {
		probes.push({ value: minimum, accepted: true, what: 'minimum' });
		probes.push({ value: minimum - 1, accepted: false, what: 'below minimum' });
	}
	if (maximum !== undefined) {
		probes.push({ value: maximum, accepted: true, what: 'maximum' });
		probes.push({ value: maximum + 1, accepted: false, what: 'above maximum' });
	}
	if (type === 'integer') {
		probes.push({ value: Math.max(minimum ?? 0, 0) + 0.5, accepted: false, what: 'between integers' });
	}
	return probes;
}

function itemProbes(schema: Schema, name: string, known: Known): Probe[] {
	const { minItems, maxItems, uniqueItems, items } = schema;
	if (!typesOf(schema).includes('array') || items === undefined) return [];
	const list = (length: number): unknown[] =>
		Array.from({ length }, (_, index) => itemOf(schema, name, known, index));
	const probes: Probe[] = [];
	if (minItems !== undefined && minItems > 0) {
		probes.push({ value: list(minItems), accepted: true, what: 'minItems' });
		probes.push({ value: list(minItems - 1), accepted: false, what: 'below minItems' });
	}
	if (maxItems !== undefined) {
		if (items.enum === undefined) probes.push({ value: list(maxItems), accepted: true, what: 'maxItems' });
		probes.push({ value: list(maxItems + 1), accepted: false, what: 'above maxItems' });
	}
	if (uniqueItems === true) {
		const [item] = list(1);
		probes.push({ value: [item, item], accepted: false, what: 'a repeated item' });
	}
	return probes;
}

/**
 * Returns an item. Items differ, as those of most lists must. Phones end in 7, which selects no special behavior of the
 * simulated network.
 */
function itemOf({ items = {}, uniqueItems }: Schema, name: string, known: Known, index: number): unknown {
	if (items.enum !== undefined) return items.enum[index % items.enum.length];
	const own = known[name];
	if (Array.isArray(own) && items.pattern === undefined) return (own as unknown[])[0];
	if (items['x-error-code'] === 'invalid_phone_number') return String(49_151_000_007 + index * 10);
	const example = createExample(items, '', known);
	// An example of a text shows its form, which a number could break.
	const isForm = typeof example === 'string' && items.examples !== undefined && uniqueItems !== true;
	if (isForm) return example;
	return items.pattern === undefined
		? numbered(example, index)
		: numberedInForm(items.pattern, example, index);
}

/** Returns a text of a form with a number at its end; in its end, where the form has a fixed length. */
function numberedInForm(pattern: string, value: unknown, index: number): unknown {
	const longer = numbered(value, index);
	if (typeof value !== 'string' || typeof longer !== 'string') return longer;
	if (new RegExp(pattern, 'u').test(longer)) return longer;
	return value.slice(0, value.length - String(index).length) + String(index);
}

/** Returns a text with a number at its end; an object with one at the end of its ids and titles. */
function numbered(value: unknown, index: number): unknown {
	if (typeof value === 'string') return `${value}${index}`;
	if (Array.isArray(value))
		return value.map((item: unknown) => (isRecord(item) ? numbered(item, index) : item));
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(([name, inside]) => {
		const differs = typeof inside !== 'string' || name === 'id' || name === 'title';
		return [name, differs ? numbered(inside, index) : inside];
	});
	return Object.fromEntries(fields);
}

function enumProbes({ enum: values }: Schema): Probe[] {
	if (values === undefined) return [];
	const [first] = values;
	const foreign = ['no_such_value', '', '*', typeof first === 'string' ? first.toUpperCase() : 'X'];
	return [
		...values.map((value) => ({ value, accepted: true, what: `one of the values: ${String(value)}` })),
		...foreign
			.filter((value) => !values.includes(value))
			.map((value) => ({ value, accepted: false, what: `none of the values: "${value}"` })),
	];
}
