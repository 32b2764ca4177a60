import type { Journal } from './journal.ts';
import type { Verdict } from './rules/rules.ts';

/** What breaks a rule that is shown of each. */
const SHOWN = 25;

/** What was sent, by kind, and what came of each rule. */
export function report({ counts }: Journal, verdicts: readonly Verdict[]): string {
	const cases = [...counts].flatMap(([part, kinds]) => {
		const sorted = [...kinds].toSorted(([, one], [, other]) => other - one);
		return [`${part}:`, ...sorted.map(([kind, count]) => `  ${String(count).padStart(7)}  ${kind}`)];
	});
	return [...cases, '', ...verdicts.flatMap(shown)].join('\n');
}

function shown({ rule, told, broken }: Verdict): string[] {
	if (broken.length === 0) return [`ok      ${rule} (${told})`];
	const rest = broken.length > SHOWN ? [`  and ${broken.length - SHOWN} more`] : [];
	return [`BROKEN  ${rule} (${told})`, ...broken.slice(0, SHOWN).map((one) => `  ${one}`), ...rest];
}
