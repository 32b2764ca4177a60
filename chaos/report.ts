import { rules, type CheckOptions } from './check/check.ts';
import type { Violation } from './check/violation.ts';

/** Maximum violations shown per rule, and maximum records shown per violation. */
const MAX_VIOLATIONS = 5;
const MAX_RECORDS = 12;

/** Formats the result of each rule, with the first violations and their records. */
export function report(options: CheckOptions, violations: readonly Violation[]): string {
	return Object.keys(rules(options))
		.flatMap((name) => {
			const broken = violations.filter(({ rule }) => rule === name);
			if (broken.length === 0) return [`ok      ${name}`];
			const rest = broken.length > MAX_VIOLATIONS ? [`  and ${broken.length - MAX_VIOLATIONS} more`] : [];
			return [
				`BROKEN  ${name}: ${broken.length}`,
				...broken.slice(0, MAX_VIOLATIONS).flatMap(formatViolation),
				...rest,
			];
		})
		.join('\n');
}

function formatViolation({ what, records }: Violation): string[] {
	const lines = records.slice(0, MAX_RECORDS).map((record) => `    ${JSON.stringify(record)}`);
	const rest = records.length > MAX_RECORDS ? [`    and ${records.length - MAX_RECORDS} more records`] : [];
	return [`  ${what}`, ...lines, ...rest];
}
