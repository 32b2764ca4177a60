import type { Operation } from '../../document/document.ts';
import { bodyFields } from '../../document/fields.ts';
import type { Schema } from '../../document/schema.ts';
import type { Call, Exchange } from '../../client/session.ts';
import { createSample } from '../../fixtures/samples.ts';
import { callWith } from './base-call.ts';
import { boundaryValues, type Probe } from './boundary-values.ts';
import { withJsonBody, type Context } from '../context.ts';
import { expectNoErrorFor, expectError } from '../expect-error.ts';

/** Checks that every limit of fields and parameters is enforced exactly as documented. */
export async function checkBoundaries(context: Context): Promise<void> {
	const { session, known } = context;
	for (const operation of withJsonBody(context)) {
		for (const field of bodyFields(operation)) {
			for (const probe of boundaryValues(field.schema, field.name, known)) {
				const call = await callWith(context, operation, field, probe.value);
				judge(context, await session.send(operation, call), probe, field);
			}
		}
	}
	for (const operation of session.document.operations) await checkParameters(context, operation);
}

async function checkParameters(context: Context, operation: Operation): Promise<void> {
	const { session, fixtures, known } = context;
	for (const { name, in: place, schema } of operation.parameters) {
		for (const probe of boundaryValues(schema, name, known)) {
			if (place === 'path' && probe.value === '') continue;
			const call = await createSample(operation, fixtures, known);
			const changed: Call =
				place === 'header'
					? { ...call, headers: { ...call.headers, [name]: headerText(probe.value) } }
					: { ...call, [place]: { ...call[place], [name]: String(probe.value) } };
			judge(context, await session.send(operation, changed), probe, { label: name, name, schema });
		}
	}
}

/** Returns the part of a text that a header can contain. */
function headerText(value: unknown): string {
	return String(value)
		.replace(/[^\t\x20-\x7e]/gu, 'x')
		.trim();
}

function judge(
	{ report }: Context,
	exchange: Exchange,
	{ accepted, what }: Probe,
	{ label, name, schema }: { label: string; name: string; schema: Schema },
): void {
	const title = `${label}, ${what}`;
	if (accepted) {
		expectNoErrorFor(report, 'boundaries', title, exchange, { name, code: schema['x-error-code'] });
		return;
	}
	const own = schema['x-error-code'];
	const codes = ['invalid_parameters', ...(own === undefined ? [] : [own])];
	expectError(report, 'boundaries', title, exchange, codes, name);
}
