import { bodyFields } from '../../document/fields.ts';
import { branchesOf, typesOf, type Schema } from '../../document/schema.ts';
import { createSample } from '../../fixtures/samples.ts';
import { callWith } from './base-call.ts';
import { withJsonBody, type Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'wrong types';
/** One value of each JSON type. */
const VALUES: Readonly<Record<string, unknown>> = {
	string: 'text',
	number: 12.5,
	integer: 12,
	boolean: true,
	null: null,
	array: [],
	object: {},
};

/** Codes that answer a missing field too, not only a wrong value. */
const MISSING: Readonly<Record<string, string>> = { invalid_method: 'invalid_method' };

/** Checks that a value of another type is rejected by the field's name, and that required fields are enforced. */
export async function checkWrongTypes(context: Context): Promise<void> {
	const { session, known, report } = context;
	for (const operation of withJsonBody(context)) {
		for (const field of bodyFields(operation)) {
			for (const type of foreignTypes(field.schema)) {
				const call = await callWith(context, operation, field, VALUES[type]);
				const exchange = await session.send(operation, call);
				expectError(report, KIND, `${type} as ${field.label}`, exchange, ['invalid_parameters'], field.name);
			}
			if (!field.required || field.label.endsWith('[]')) continue;
			const exchange = await session.send(operation, await callWith(context, operation, field, undefined));
			const code = MISSING[field.schema['x-error-code'] ?? ''] ?? 'invalid_parameters';
			expectError(report, KIND, `without ${field.label}`, exchange, [code], field.name);
		}
		for (const body of [[], 'text', 12, true, null]) {
			const call = await createSample(operation, context.fixtures, known);
			const exchange = await session.send(operation, { ...call, body });
			expectError(report, KIND, `${JSON.stringify(body)} as the body`, exchange, ['invalid_parameters']);
		}
	}
	await checkQueries(context);
}

async function checkQueries({ session, fixtures, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		for (const { name, schema, required, in: place } of operation.parameters) {
			if (place !== 'query') continue;
			const call = await createSample(operation, fixtures, known);
			for (const text of foreignTexts(schema)) {
				const exchange = await session.send(operation, { ...call, query: { ...call.query, [name]: text } });
				expectError(report, KIND, `"${text}" as ${name}`, exchange, ['invalid_parameters'], name);
			}
			if (!required) continue;
			const query = Object.fromEntries(Object.entries(call.query ?? {}).filter(([key]) => key !== name));
			const exchange = await session.send(operation, { ...call, query });
			expectError(report, KIND, `without ${name}`, exchange, ['invalid_parameters'], name);
		}
	}
}

function foreignTypes(schema: Schema): string[] {
	const types = branchesOf(schema).flatMap(typesOf);
	if (types.length === 0) return [];
	if (types.includes('number')) types.push('integer');
	return Object.keys(VALUES).filter((type) => !types.includes(type));
}

function foreignTexts(schema: Schema): string[] {
	const [type] = typesOf(schema);
	if (type === 'integer') return ['many', '1.5', '1e400', 'NaN'];
	if (type === 'number') return ['many', 'NaN'];
	return type === 'boolean' ? ['maybe', 'TRUE', '2'] : [];
}
