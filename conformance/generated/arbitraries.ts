import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../document/document.ts';
import { createExample, type Known } from '../document/example.ts';
import { textMatching } from '../document/matching-text.ts';
import { branchesOf, typesOf, type Schema } from '../document/schema.ts';
import type { Call } from '../client/session.ts';

/** Strings that often break servers: prototypes, escapes, other alphabets, control characters, queries, paths. */
const HOSTILE_STRINGS = fc.constantFrom(
	'__proto__',
	'constructor',
	'toString',
	'\u0000',
	'a\u0000b',
	'\ud800',
	'\u2028',
	'../../etc/passwd',
	'%00',
	'%',
	'%_\\',
	"' or 1=1 --",
	'"; drop table messages; --',
	'{{7*7}}',
	'${7*7}',
	'\r\nX-Injected: 1',
	'null',
	'NaN',
	'-1',
	'1e309',
	'٣٤',
	'ａｂｃ',
	'🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'x'.repeat(5000),
	' ',
	'\t',
	'\ufeff',
	'http://127.0.0.1:1/',
	'https://[::1]/',
	'https://a',
	'javascript:alert(1)',
	'1@g.us',
	'49151@s.whatsapp.net',
	'msg_00000000000000000000000000',
);
const TEXT = fc.oneof(
	HOSTILE_STRINGS,
	fc.string({ unit: 'grapheme', maxLength: 60 }),
	fc.string({ unit: 'binary', maxLength: 30 }),
	fc.webUrl().map((url) => url.replace(/^(https?:\/\/)[^/]*/, '$1127.0.0.1:9')),
);
const ANYTHING: Arbitrary<unknown> = fc.oneof(
	TEXT,
	fc.jsonValue({ maxDepth: 4 }),
	fc.double(),
	fc.maxSafeInteger(),
	fc.constantFrom(null, true, [], {}, [[[[[]]]]], -0),
);

/** Generates values that conform to a schema. */
function conforming(schema: Schema, name: string, known: Known): Arbitrary<unknown> {
	const example = fc.constant(createExample(schema, name, known));
	const branches = branchesOf(schema);
	if (branches.length > 1) return fc.oneof(...branches.map((branch) => conforming(branch, name, known)));
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
	if (schema.properties !== undefined) return objectOf(schema, known);
	switch (typesOf(schema)[0] ?? 'anything') {
		case 'string':
			return fc.oneof(
				example,
				schema.pattern === undefined ? textOf(schema) : textMatching(schema.pattern, schema),
			);
		case 'integer':
		case 'number':
			return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 100_000 });
		case 'boolean':
			return fc.boolean();
		case 'array':
			return fc.oneof(example, fc.array(conforming(schema.items ?? {}, name, known), { maxLength: 4 }));
		case 'object':
			return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
		default:
			return fc.jsonValue({ maxDepth: 2 });
	}
}

function textOf({ minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
	return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) });
}

function objectOf(schema: Schema, known: Known): Arbitrary<unknown> {
	const fields = Object.entries(schema.properties ?? {});
	const model = Object.fromEntries(fields.map(([name, inside]) => [name, conforming(inside, name, known)]));
	return fc.record(model, { requiredKeys: [...(schema.required ?? [])] });
}

/** Replaces one field of a value by an arbitrary value. */
function withWrongField(value: Arbitrary<unknown>): Arbitrary<unknown> {
	return fc
		.tuple(
			value,
			fc.nat(),
			fc.oneof({ weight: 4, arbitrary: ANYTHING }, { weight: 1, arbitrary: fc.constant(undefined) }),
		)
		.map(([whole, where, other]) => {
			if (typeof whole !== 'object' || whole === null) return other;
			const keys = Object.keys(whole);
			const key = keys[where % Math.max(1, keys.length)] ?? 'surplus';
			return { ...whole, [key]: other };
		});
}

/** Generates calls of an operation: valid, nearly valid and hostile ones. */
export function arbitraryCalls(operation: Operation, known: Known): Arbitrary<Call> {
	const parts = (place: 'path' | 'query') =>
		fc.record(
			Object.fromEntries(
				operation.parameters
					.filter((parameter) => parameter.in === place)
					.map(({ name, schema }) => [
						name,
						fc.oneof(
							{ weight: 5, arbitrary: fc.constant(String(createExample(schema, name, known))) },
							{ weight: 2, arbitrary: conforming(schema, name, known).map(nonEmpty) },
							{ weight: 2, arbitrary: TEXT.map(nonEmpty) },
						),
					]),
			),
			place === 'path' ? {} : { requiredKeys: [] },
		);
	const json = operation.body?.contentType === 'application/json' ? operation.body.schema : null;
	const valid: Arbitrary<unknown> = json === null ? fc.constant(undefined) : conforming(json, '', known);
	const body =
		json === null
			? fc.constant<Call>({})
			: fc.oneof(
					{ weight: 4, arbitrary: valid.map((value): Call => ({ body: value })) },
					{ weight: 4, arbitrary: withWrongField(valid).map((value): Call => ({ body: value })) },
					{ weight: 1, arbitrary: ANYTHING.map((value): Call => ({ body: value })) },
					{ weight: 1, arbitrary: withBrokenBytes(valid) },
				);
	return fc.tuple(parts('path'), parts('query'), body, HEADERS).map(([path, query, rest, headers]): Call => {
		return { ...rest, path: path as Record<string, string>, query, headers: { ...rest.headers, ...headers } };
	});
}

/** An empty path segment would be another path. */
function nonEmpty(value: unknown): string {
	const text = String(value);
	return /^\.{0,2}$/.test(text) ? 'x' : text;
}

/** Cuts, repeats or changes bytes of a body, which makes most bodies invalid JSON. */
function withBrokenBytes(value: Arbitrary<unknown>): Arbitrary<Call> {
	return fc.tuple(value, fc.nat(), fc.uint8Array({ maxLength: 6 })).map(([whole, where, bytes]) => {
		const text = Buffer.from(whole === undefined ? '' : JSON.stringify(whole));
		const at = text.length === 0 ? 0 : where % text.length;
		const raw = Buffer.concat([text.subarray(0, at), bytes, text.subarray(at + (where % 3))]);
		return { raw, headers: { 'content-type': 'application/json' } };
	});
}

const HEADERS: Arbitrary<Record<string, string>> = fc.oneof(
	{ weight: 8, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: fc
			.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 })
			.map((text) => ({ 'idempotency-key': text.trim() || 'x' })),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom<Record<string, string>[]>(
			{ 'x-forwarded-for': '"; drop table', 'x-forwarded-proto': 'gopher' },
			{ range: 'bytes=5-1' },
			{ 'content-encoding': 'gzip' },
			{ accept: 'text/html', 'accept-encoding': '*;q=0' },
			{ 'if-none-match': '*' },
			{ expect: '100-continue' },
		),
	},
);
