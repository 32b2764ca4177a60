import { readJsonBodies } from '../../corpora/corpora.ts';
import { formatExchange } from '../../client/session.ts';
import { getErrorCode } from '../../client/response-rules.ts';
import { createSample } from '../../fixtures/samples.ts';
import { runConcurrently, withJsonBody, type Context } from '../context.ts';

const KIND = 'raw bodies';
/** Bytes; no operation has a lower limit. */
const SMALLEST_LIMIT = 64 * 1024;
/** Number of concurrent requests. */
const WIDTH = 4;

/** Sends every body of the JSON corpus to every operation with a body, and checks that invalid JSON is rejected. */
export async function checkRawBodies(context: Context): Promise<void> {
	const { session, fixtures, known, report } = context;
	const bodies = await readJsonBodies();
	await runConcurrently(withJsonBody(context), WIDTH, async (operation) => {
		const { path = {} } = await createSample(operation, fixtures, known);
		for (const { name, expect, bytes } of bodies) {
			const headers = { 'content-type': 'application/json' };
			const exchange = await session.send(operation, { path, raw: bytes, headers });
			const { status } = exchange.response;
			// No valid body of the corpus has the fields of an operation, but an operation may need none.
			const refused = status === 400 && getErrorCode(exchange.response) === 'invalid_parameters';
			// Public operations accept smaller bodies.
			const tooLarge = bytes.length > SMALLEST_LIMIT && status === 413;
			const fits = expect === 'n' ? refused || tooLarge : status < 500;
			report.check(KIND, `${operation.name}: ${name}`, fits, () => formatExchange(exchange));
		}
	});
}
