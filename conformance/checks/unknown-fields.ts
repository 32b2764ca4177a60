import { closedObjects } from '../document/fields.ts';
import { exampleOf } from '../document/example.ts';
import { isRecord } from '../document/schema.ts';
import { sampleOf } from '../world/samples.ts';
import { withJsonBody, type Context } from './context.ts';
import { expectRefusal } from './refusal.ts';

const SURPLUS = 'surplusField';

/** A field nobody knows is refused by name, at the top and inside, in bodies and in queries. */
export async function checkUnknownFields(context: Context): Promise<void> {
	const { session, world, known, report } = context;
	for (const operation of withJsonBody(context)) {
		for (const { label, schema, place } of closedObjects(operation)) {
			const call = await sampleOf(operation, world, known);
			const around = label === '' ? call.body : exampleOf(schema, label, known);
			const value = { ...(isRecord(around) ? around : {}), [SURPLUS]: true };
			const exchange = await session.send(operation, { ...call, body: place(call.body, value, known) });
			const what = `a field too many in ${label === '' ? 'the body' : label}`;
			expectRefusal(report, 'unknown fields', what, exchange, ['invalid_parameters'], SURPLUS);
		}
	}
	for (const operation of session.document.operations) {
		if (!operation.parameters.some((parameter) => parameter.in === 'query')) continue;
		const call = await sampleOf(operation, world, known);
		const exchange = await session.send(operation, { ...call, query: { ...call.query, [SURPLUS]: '1' } });
		expectRefusal(report, 'unknown fields', 'a query too many', exchange, ['invalid_parameters'], SURPLUS);
	}
}
