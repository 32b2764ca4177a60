/** One thing that was checked and is not as it should be. */
interface Failure {
	what: string;
	detail: string;
}

/** How many failures of one kind are shown in full. */
const SHOWN = 3;

/** Counts what was checked and keeps what failed, by kind. */
export class Report {
	passed = 0;
	failed = 0;
	private readonly failures = new Map<string, Failure[]>();

	/** `kind` groups failures; `detail` is only made when the check failed. */
	check(kind: string, what: string, holds: boolean, detail: () => string = () => ''): boolean {
		if (holds) this.passed += 1;
		else this.fail(kind, what, detail());
		return holds;
	}

	fail(kind: string, what: string, detail = ''): void {
		this.failed += 1;
		const known = this.failures.get(kind);
		if (known === undefined) this.failures.set(kind, [{ what, detail }]);
		else known.push({ what, detail });
	}

	/** Everything that failed, the first few of each kind with request and answer. */
	text(): string {
		const lines: string[] = [];
		for (const [kind, failures] of this.failures) {
			lines.push('', `FAILED ${kind} (${failures.length})`);
			for (const { what, detail } of failures.slice(0, SHOWN)) {
				lines.push(`  ${what}`);
				if (detail !== '') lines.push(...detail.split('\n').map((line) => `    ${line}`));
			}
			const titles = new Set(failures.slice(SHOWN).map(({ what }) => what));
			if (titles.size > 0) lines.push('  and as well:');
			for (const title of [...titles].slice(0, 40)) lines.push(`  - ${title}`);
			if (titles.size > 40) lines.push(`  - and ${titles.size - 40} more`);
		}
		return lines.join('\n');
	}
}
