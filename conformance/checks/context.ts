import type { Operation } from '../document/document.ts';
import type { Known } from '../document/example.ts';
import type { Session } from '../exchange/session.ts';
import type { Report } from '../report/report.ts';
import type { World } from '../world/world.ts';

/** What the checks of one gateway work with. */
export interface Context {
	session: Session;
	world: World;
	known: Known;
	report: Report;
}

/** Operations with a JSON body. */
export function withJsonBody({ session }: Context): Operation[] {
	return session.document.operations.filter(({ body }) => body?.contentType === 'application/json');
}

/** Lets `width` pieces of work be under way at a time, in the order given; the first that throws is the last begun. */
export async function inTurns<T>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const waiting = [...items].reverse();
	const lane = async (): Promise<void> => {
		for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
			try {
				await work(item);
			} catch (error) {
				waiting.length = 0;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: width }, lane));
}
