import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './schema.ts';

/**
 * Generates texts that fit the pattern of a schema. fast-check knows no assertions about what follows: for a pattern with
 * one, the examples of the schema are the texts.
 */
export function textMatching(
	pattern: string,
	{ examples = [] }: Pick<Schema, 'examples'>,
): Arbitrary<string> {
	if (pattern.includes('(?=')) return fc.constantFrom(...examples.map(String));
	return fc.stringMatching(new RegExp(pattern, 'u'));
}
