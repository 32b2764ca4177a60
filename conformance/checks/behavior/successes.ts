import { formatExchange } from '../../client/session.ts';
import { createSamples } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';

/** Checks that every operation succeeds with valid input. */
export async function checkSuccesses({ session, fixtures, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		try {
			for (const call of await createSamples(operation, fixtures, known)) {
				const exchange = await session.send(operation, call);
				const { status } = exchange.response;
				report.check('success', operation.name, status >= 200 && status < 300, () =>
					formatExchange(exchange),
				);
			}
		} catch (error) {
			report.fail('success', operation.name, error instanceof Error ? error.message : String(error));
		}
	}
}
