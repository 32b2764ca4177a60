import type { Operation } from '../document/document.ts';
import { bodyFields } from '../document/fields.ts';
import type { Schema } from '../document/schema.ts';
import type { Call, Exchange } from '../exchange/session.ts';
import { sampleOf } from '../world/samples.ts';
import { callWith } from './base-call.ts';
import { probesOf, type Probe } from './boundary-values.ts';
import { withJsonBody, type Context } from './context.ts';
import { expectNoRefusalOf, expectRefusal } from './refusal.ts';

/** Every limit of every field and parameter holds, and holds exactly where the document says. */
export async function checkBoundaries(context: Context): Promise<void> {
	const { session, known } = context;
	for (const operation of withJsonBody(context)) {
		for (const field of bodyFields(operation)) {
			for (const probe of probesOf(field.schema, field.name, known)) {
				const call = await callWith(context, operation, field, probe.value);
				judge(context, await session.send(operation, call), probe, field);
			}
		}
	}
	for (const operation of session.document.operations) await checkParameters(context, operation);
}

async function checkParameters(context: Context, operation: Operation): Promise<void> {
	const { session, world, known } = context;
	for (const { name, in: place, schema } of operation.parameters) {
		for (const probe of probesOf(schema, name, known)) {
			if (place === 'path' && probe.value === '') continue;
			const call = await sampleOf(operation, world, known);
			const changed: Call =
				place === 'header'
					? { ...call, headers: { ...call.headers, [name]: headerText(probe.value) } }
					: { ...call, [place]: { ...call[place], [name]: String(probe.value) } };
			judge(context, await session.send(operation, changed), probe, { label: name, name, schema });
		}
	}
}

/** What a header can carry of a text. */
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
		expectNoRefusalOf(report, 'boundaries', title, exchange, { name, code: schema['x-error-code'] });
		return;
	}
	const own = schema['x-error-code'];
	const codes = ['invalid_parameters', ...(own === undefined ? [] : [own])];
	expectRefusal(report, 'boundaries', title, exchange, codes, name);
}
