import { readNaughtyStrings } from '../corpora/corpora.ts';
import { bodyFields } from '../document/fields.ts';
import { withField } from '../document/places.ts';
import { branchesOf, typesOf } from '../document/schema.ts';
import { sampleOf } from '../world/samples.ts';
import { callWith } from './base-call.ts';
import { inTurns, withJsonBody, type Context } from './context.ts';

/** Requests under way at a time. */
const WIDTH = 8;

/** Every text of the corpus in every text field, query and path: nothing breaks. The standing rules judge. */
export async function checkNaughtyStrings(context: Context): Promise<void> {
	const { session, world, known } = context;
	const strings = await readNaughtyStrings();
	await inTurns(withJsonBody(context), WIDTH, async (operation) => {
		for (const field of bodyFields(operation)) {
			const types = branchesOf(field.schema).flatMap(typesOf);
			if (!types.includes('string')) continue;
			const call = await callWith(context, operation, field, '');
			for (const text of strings) {
				await sent(session.send(operation, { ...call, body: withField(call.body, field, text, known) }));
			}
		}
	});
	await inTurns(session.document.operations, WIDTH, async (operation) => {
		for (const { name, in: place } of operation.parameters) {
			if (place === 'header') continue;
			const call = await sampleOf(operation, world, known);
			for (const text of strings) {
				// An empty path segment, or one of dots, is another path.
				if (place === 'path' && /^\.{0,2}$/.test(text)) continue;
				await sent(session.send(operation, { ...call, [place]: { ...call[place], [name]: text } }));
			}
		}
	});
}

/** Waits for the end of a request; where there was no answer, that is reported already. */
async function sent(request: Promise<unknown>): Promise<void> {
	await request.catch(() => undefined);
}
