import { isDeepStrictEqual } from 'node:util';
import { formatExchange } from '../../client/session.ts';
import { createSamples } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';

const KIND = 'idempotency';
const HEADER = 'idempotency-key';

/** Checks that a repeated request with the same Idempotency-Key gets the first response, marked as a replay. */
export async function checkIdempotency({ session, fixtures, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		if (!operation.parameters.some(({ name }) => name.toLowerCase() === HEADER)) continue;
		for (const [index, sample] of (await createSamples(operation, fixtures, known)).entries()) {
			const call = { ...sample, headers: { [HEADER]: `${operation.path}-${index}` } };
			const first = await session.send(operation, call);
			const second = await session.send(operation, call);
			const same = isDeepStrictEqual(first.response.json, second.response.json);
			const status = first.response.status === second.response.status && first.response.status < 300;
			report.check(
				KIND,
				`${operation.name}: the same response`,
				same && status,
				() => `${formatExchange(first)}\n${formatExchange(second)}`,
			);
			const marks = [first, second].map(({ response }) => response.headers['idempotency-replayed']);
			report.check(KIND, `${operation.name}: marked`, isDeepStrictEqual(marks, [undefined, 'true']), () => {
				return `Idempotency-Replayed: ${marks.join(', ')}`;
			});
			const other = await session.send(operation, {
				...sample,
				headers: { [HEADER]: `${operation.path}-${index}-other` },
			});
			const another = !isDeepStrictEqual(first.response.json, other.response.json);
			report.check(KIND, `${operation.name}: another key, another message`, another, () =>
				formatExchange(other),
			);
		}
	}
}
