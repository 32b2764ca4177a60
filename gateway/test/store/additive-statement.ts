/**
 * Statements that break a running gateway of the previous version, or block it for long. A step may contain them only
 * with `oldestSchema`, one version later.
 */
const REFUSED: readonly { pattern: RegExp; why: string }[] = [
	{ pattern: /^drop (table|view)\b/, why: 'removes a table' },
	{ pattern: /^alter table \S+ .*\bdrop\b/, why: 'removes a column or a rule' },
	{ pattern: /^alter table \S+ rename\b/, why: 'renames a table or a column' },
	{ pattern: /^alter table \S+ alter\b/, why: 'changes a column' },
	{ pattern: /^alter table \S+ add (constraint|check|unique|foreign|primary)\b/, why: 'adds a rule' },
	{
		pattern: /^alter table \S+ add column (?!.*\bdefault\b).*\bnot null\b/,
		why: 'adds a column that older gateways do not fill',
	},
	{ pattern: /^alter table \S+ add column .*\b(unique|references|check)\b/, why: 'adds a rule' },
	{ pattern: /^create trigger\b/, why: 'changes what older gateways write' },
	{ pattern: /^drop index\b/, why: 'removes an index' },
];

/** Statements that change or scan the rows of a table that may be large. */
const OF_EXISTING_ROWS: readonly { pattern: RegExp; why: string }[] = [
	{ pattern: /^create unique index\b/, why: 'adds a rule' },
	{ pattern: /^create index\b/, why: 'blocks writes while it is built: use a step with `index`' },
	{ pattern: /^(update|delete|insert)\b/, why: 'changes rows in one transaction: use a backfill' },
];

/** Returns why a step must not execute a statement; null: it may. `created`: the tables that the step itself creates. */
export function refusalOf(statement: string, created: ReadonlySet<string>): string | null {
	const text = statement
		.replace(/["\s]+/g, ' ')
		.trim()
		.toLowerCase();
	const refused = REFUSED.find(({ pattern }) => pattern.test(text));
	if (refused !== undefined) return refused.why;
	const [, table = ''] = /(?:\bon|\binto|^update|\bfrom) ([a-z_]+)/.exec(text) ?? [];
	if (created.has(table)) return null;
	return OF_EXISTING_ROWS.find(({ pattern }) => pattern.test(text))?.why ?? null;
}
