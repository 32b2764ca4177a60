import type { Operation } from '../document/document.ts';
import type { Field } from '../document/fields.ts';
import { suits, withField } from '../document/places.ts';
import type { Call } from '../exchange/session.ts';
import { samplesOf } from '../world/samples.ts';
import type { Context } from './context.ts';

/** A sensible call with one field of its body set; undefined leaves the field out. */
export async function callWith(
	{ world, known }: Context,
	operation: Operation,
	field: Field,
	value: unknown,
): Promise<Call> {
	const samples = await samplesOf(operation, world, known);
	const [best = {}] = samples.toSorted((a, b) => suits(b.body, field, value) - suits(a.body, field, value));
	return { ...best, body: withField(best.body, field, value, known) };
}
