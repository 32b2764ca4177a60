import { rules, type CheckOptions } from './check/check.ts';
import type { Violation } from './check/violation.ts';

/** Violations of one rule shown with their lines, and lines shown of each. */
const SHOWN = 5;
const LINES = 12;

/** What came of each rule, and of those that were broken the first violations with the lines that show them. */
export function report(terms: CheckOptions, violations: readonly Violation[]): string {
	return Object.keys(rules(terms))
		.flatMap((name) => {
			const broken = violations.filter(({ rule }) => rule === name);
			if (broken.length === 0) return [`ok      ${name}`];
			const rest = broken.length > SHOWN ? [`  and ${broken.length - SHOWN} more`] : [];
			return [`BROKEN  ${name}: ${broken.length}`, ...broken.slice(0, SHOWN).flatMap(shown), ...rest];
		})
		.join('\n');
}

function shown({ what, records }: Violation): string[] {
	const lines = records.slice(0, LINES).map((record) => `    ${JSON.stringify(record)}`);
	const rest = records.length > LINES ? [`    and ${records.length - LINES} more lines`] : [];
	return [`  ${what}`, ...lines, ...rest];
}
