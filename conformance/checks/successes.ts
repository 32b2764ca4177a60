import { told } from '../exchange/session.ts';
import { samplesOf } from '../world/samples.ts';
import type { Context } from './context.ts';

/** Every operation succeeds when it is asked for something sensible. */
export async function checkSuccesses({ session, world, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		try {
			for (const call of await samplesOf(operation, world, known)) {
				const exchange = await session.send(operation, call);
				const { status } = exchange.answer;
				report.check('success', operation.name, status >= 200 && status < 300, () => told(exchange));
			}
		} catch (error) {
			report.fail('success', operation.name, error instanceof Error ? error.message : String(error));
		}
	}
}
