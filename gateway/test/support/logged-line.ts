import { at } from './json.ts';
import { until } from './until.ts';

/** Waits for the first line of a gateway's log with a text and fields; returns it parsed. */
export function loggedLine(
	{ logged }: { logged: readonly string[] },
	text: string,
	fields: Record<string, unknown>,
): Promise<unknown> {
	return until(`the line "${text}"`, () =>
		logged
			.map((line) => JSON.parse(line) as unknown)
			.find(
				(line) =>
					at(line, 'msg') === text && Object.entries(fields).every(([key, value]) => at(line, key) === value),
			),
	);
}
