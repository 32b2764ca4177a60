import { readNaughtyStrings } from '../../corpora/corpora.ts';
import { bodyFields } from '../../document/fields.ts';
import { withField } from '../../document/body-paths.ts';
import { branchesOf, typesOf } from '../../document/schema.ts';
import { createSample } from '../../fixtures/samples.ts';
import { callWith } from './base-call.ts';
import { runConcurrently, withJsonBody, type Context } from '../context.ts';

/** Number of concurrent requests. */
const WIDTH = 8;

/** Sends every text of the corpus in every text field, query and path; the response rules check the responses. */
export async function checkNaughtyStrings(context: Context): Promise<void> {
	const { session, fixtures, known } = context;
	const strings = await readNaughtyStrings();
	await runConcurrently(withJsonBody(context), WIDTH, async (operation) => {
		for (const field of bodyFields(operation)) {
			const types = branchesOf(field.schema).flatMap(typesOf);
			if (!types.includes('string')) continue;
			const call = await callWith(context, operation, field, '');
			for (const text of strings) {
				await settled(session.send(operation, { ...call, body: withField(call.body, field, text, known) }));
			}
		}
	});
	await runConcurrently(session.document.operations, WIDTH, async (operation) => {
		for (const { name, in: place } of operation.parameters) {
			if (place === 'header') continue;
			const call = await createSample(operation, fixtures, known);
			for (const text of strings) {
				// An empty path segment, or one of dots, would be another path.
				if (place === 'path' && /^\.{0,2}$/.test(text)) continue;
				await settled(session.send(operation, { ...call, [place]: { ...call[place], [name]: text } }));
			}
		}
	});
}

/** Waits for a response. The session reports a missing one. */
async function settled(request: Promise<unknown>): Promise<void> {
	await request.catch(() => undefined);
}
