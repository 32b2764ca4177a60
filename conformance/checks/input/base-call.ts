import type { Operation } from '../../document/document.ts';
import type { Field } from '../../document/fields.ts';
import { compatibility, withField } from '../../document/body-paths.ts';
import type { Call } from '../../client/session.ts';
import { createFieldSamples } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';

/** Returns a valid call with one field of its body replaced; undefined removes the field. */
export async function callWith(
	{ fixtures, known }: Context,
	operation: Operation,
	field: Field,
	value: unknown,
): Promise<Call> {
	const samples = await createFieldSamples(operation, fixtures, known);
	const [best = {}] = samples.toSorted(
		(a, b) => compatibility(b.body, field, value) - compatibility(a.body, field, value),
	);
	return { ...best, body: withField(best.body, field, value, known) };
}
