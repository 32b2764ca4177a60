interface Failure {
	what: string;
	detail: string;
}

/** Maximum failures per kind that are shown with details. */
const MAX_DETAILED = 3;

/** Counts checks and collects failures by kind. */
export class Report {
	passed = 0;
	failed = 0;
	private readonly failures = new Map<string, Failure[]>();

	/** Counts a check. `kind` groups failures; `detail` is called only for a failure. */
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

	/** Formats the failures, the first of each kind with details. */
	text(): string {
		const lines: string[] = [];
		for (const [kind, failures] of this.failures) {
			lines.push('', `FAILED ${kind} (${failures.length})`);
			for (const { what, detail } of failures.slice(0, MAX_DETAILED)) {
				lines.push(`  ${what}`);
				if (detail !== '') lines.push(...detail.split('\n').map((line) => `    ${line}`));
			}
			const titles = new Set(failures.slice(MAX_DETAILED).map(({ what }) => what));
			if (titles.size > 0) lines.push('  further failures:');
			for (const title of [...titles].slice(0, 40)) lines.push(`  - ${title}`);
			if (titles.size > 40) lines.push(`  - and ${titles.size - 40} more`);
		}
		return lines.join('\n');
	}
}
