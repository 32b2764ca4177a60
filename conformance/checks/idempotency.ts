import { isDeepStrictEqual } from 'node:util';
import { told } from '../exchange/session.ts';
import { samplesOf } from '../world/samples.ts';
import type { Context } from './context.ts';

const KIND = 'idempotency';
const HEADER = 'idempotency-key';

/** The same request under the same Idempotency-Key gets its first answer again, and says so. */
export async function checkIdempotency({ session, world, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		if (!operation.parameters.some(({ name }) => name.toLowerCase() === HEADER)) continue;
		for (const [index, sample] of (await samplesOf(operation, world, known)).entries()) {
			const call = { ...sample, headers: { [HEADER]: `${operation.path}-${index}` } };
			const first = await session.send(operation, call);
			const second = await session.send(operation, call);
			const same = isDeepStrictEqual(first.answer.json, second.answer.json);
			const status = first.answer.status === second.answer.status && first.answer.status < 300;
			report.check(
				KIND,
				`${operation.name}: the first answer`,
				same && status,
				() => `${told(first)}\n${told(second)}`,
			);
			const marks = [first, second].map(({ answer }) => answer.headers['idempotency-replayed']);
			report.check(KIND, `${operation.name}: marked`, isDeepStrictEqual(marks, [undefined, 'true']), () => {
				return `Idempotency-Replayed: ${marks.join(', ')}`;
			});
			const other = await session.send(operation, {
				...sample,
				headers: { [HEADER]: `${operation.path}-${index}-other` },
			});
			const another = !isDeepStrictEqual(first.answer.json, other.answer.json);
			report.check(KIND, `${operation.name}: another key, another message`, another, () => told(other));
		}
	}
}
