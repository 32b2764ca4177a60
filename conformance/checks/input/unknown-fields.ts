import { closedObjects } from '../../document/fields.ts';
import { createExample } from '../../document/example.ts';
import { isRecord } from '../../document/schema.ts';
import { createSample } from '../../fixtures/samples.ts';
import { withJsonBody, type Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const SURPLUS = 'surplusField';

/** Checks that an unknown field is rejected by name at every level of bodies, and ignored in queries. */
export async function checkUnknownFields(context: Context): Promise<void> {
	const { session, fixtures, known, report } = context;
	for (const operation of withJsonBody(context)) {
		for (const { label, schema, place } of closedObjects(operation)) {
			const call = await createSample(operation, fixtures, known);
			const around = label === '' ? call.body : createExample(schema, label, known);
			const value = { ...(isRecord(around) ? around : {}), [SURPLUS]: true };
			const exchange = await session.send(operation, { ...call, body: place(call.body, value, known) });
			const what = `an unknown field in ${label === '' ? 'the body' : label}`;
			expectError(report, 'unknown fields', what, exchange, ['invalid_parameters'], SURPLUS);
		}
	}
	for (const operation of session.document.operations) {
		if (!operation.parameters.some((parameter) => parameter.in === 'query')) continue;
		const call = await createSample(operation, fixtures, known);
		const exchange = await session.send(operation, { ...call, query: { ...call.query, [SURPLUS]: '1' } });
		const { status } = exchange.response;
		report.check('unknown fields', `${operation.name}: an unknown query parameter`, status < 400);
	}
}
