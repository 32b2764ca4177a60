import { resolve, type ApiDocument, type Schema } from './document.ts';

/** The ids of a screen's objects, by the names of the API's fields. */
export type KnownIds = Readonly<Record<string, string>>;

/** Optional fields that an example has, because the request would have no effect without them. */
const TELLING = ['message', 'to', 'chatId', 'instanceId', 'events'];
/** Fields that no example has. */
const SECRETS = ['secret'];
const DEPTH = 4;
const BY_FORMAT: Readonly<Record<string, string>> = {
	'date-time': '2026-01-31T12:00:00.000Z',
	uri: 'https://example.com/webhook',
};

/** Returns a value that a schema allows; one of `ids` where the field has the name of one. */
export function exampleOf(
	document: ApiDocument,
	value: unknown,
	ids: KnownIds,
	name: string,
	depth = 0,
): unknown {
	const known = ids[name];
	if (known !== undefined) return known;
	const schema = (resolve(document, value) as Schema | undefined) ?? {};
	const given = [schema.const, schema.example, schema.examples?.[0], schema.default, schema.enum?.[0]];
	const example = given.find((one) => one !== undefined);
	if (example !== undefined) return example;
	const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
	if (choice !== undefined && schema.properties === undefined) {
		return exampleOf(document, choice, ids, name, depth);
	}
	const [type] = [schema.type].flat();
	if (schema.properties !== undefined || type === 'object') {
		return depth > DEPTH ? {} : objectOf(document, schema, ids, depth);
	}
	if (type === 'array') {
		// The items of deliveryIds are each a deliveryId.
		const one = name.replace(/s$/, '');
		return schema.items === undefined ? [] : [exampleOf(document, schema.items, ids, one, depth + 1)];
	}
	if (type === 'integer' || type === 'number') return 1;
	return type === 'boolean' ? true : (BY_FORMAT[schema.format ?? ''] ?? 'Hello');
}

function objectOf(
	document: ApiDocument,
	{ properties = {}, required = [] }: Schema,
	ids: KnownIds,
	depth: number,
): Record<string, unknown> {
	const names = Object.keys(properties);
	const chosen = names.filter((name) => required.includes(name) || (depth === 0 && TELLING.includes(name)));
	// Ids alone change nothing.
	const isEmpty = depth === 0 && chosen.every((name) => name.endsWith('Id'));
	const first = names.find((name) => !chosen.includes(name) && !SECRETS.includes(name));
	const shown = isEmpty && first !== undefined ? [...chosen, first] : chosen;
	return Object.fromEntries(
		shown.map((name) => [name, exampleOf(document, properties[name], ids, name, depth + 1)]),
	);
}
