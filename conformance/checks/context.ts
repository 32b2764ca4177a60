import type { Operation } from '../document/document.ts';
import type { Known } from '../document/example.ts';
import type { Session } from '../client/session.ts';
import type { Report } from '../report/report.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';

/** The dependencies of the checks on one gateway. */
export interface Context {
	session: Session;
	fixtures: Fixtures;
	known: Known;
	report: Report;
}

/** Operations with a JSON body. */
export function withJsonBody({ session }: Context): Operation[] {
	return session.document.operations.filter(({ body }) => body?.contentType === 'application/json');
}

/** Runs tasks in order, at most `width` at the same time. Starts no further task after one has thrown. */
export async function runConcurrently<T>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const waiting = [...items].reverse();
	const worker = async (): Promise<void> => {
		for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
			try {
				await work(item);
			} catch (error) {
				waiting.length = 0;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
}
