import { readJsonBodies } from '../corpora/corpora.ts';
import { told } from '../exchange/session.ts';
import { codeOf } from '../exchange/standing-rules.ts';
import { sampleOf } from '../world/samples.ts';
import { inTurns, withJsonBody, type Context } from './context.ts';

const KIND = 'raw bodies';
/** Requests under way at a time. */
const WIDTH = 4;

/** Every body of the JSON corpus to every operation that takes one: what is no JSON is refused, nothing breaks. */
export async function checkRawBodies(context: Context): Promise<void> {
	const { session, world, known, report } = context;
	const bodies = await readJsonBodies();
	await inTurns(withJsonBody(context), WIDTH, async (operation) => {
		const { path = {} } = await sampleOf(operation, world, known);
		for (const { name, expect, bytes } of bodies) {
			const headers = { 'content-type': 'application/json' };
			const exchange = await session.send(operation, { path, raw: bytes, headers });
			const { status } = exchange.answer;
			// No valid body of the corpus has the fields of an operation, but an operation may need none.
			const refused = status === 400 && codeOf(exchange.answer) === 'invalid_parameters';
			const fits = expect === 'n' ? refused : status < 500;
			report.check(KIND, `${operation.name}: ${name}`, fits, () => told(exchange));
		}
	});
}
