import type { Journal } from './journal.ts';
import type { RuleResult } from './rules/rules.ts';

/** Maximum violations formatResult per rule. */
const MAX_VIOLATIONS = 25;

/** Formats the number of sent cases by kind and the result of each rule. */
export function report({ counts }: Journal, results: readonly RuleResult[]): string {
	const cases = [...counts].flatMap(([part, kinds]) => {
		const sorted = [...kinds].toSorted(([, one], [, other]) => other - one);
		return [`${part}:`, ...sorted.map(([kind, count]) => `  ${String(count).padStart(7)}  ${kind}`)];
	});
	return [...cases, '', ...results.flatMap(formatResult)].join('\n');
}

function formatResult({ rule, summary, violations }: RuleResult): string[] {
	if (violations.length === 0) return [`ok      ${rule} (${summary})`];
	const rest = violations.length > MAX_VIOLATIONS ? [`  and ${violations.length - MAX_VIOLATIONS} more`] : [];
	return [
		`BROKEN  ${rule} (${summary})`,
		...violations.slice(0, MAX_VIOLATIONS).map((one) => `  ${one}`),
		...rest,
	];
}
