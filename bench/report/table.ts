import type { Row } from './row.ts';

const COLUMNS = ['', 'ours', 'limit', 'ratio', 'required', 'ok'] as const;

/** Formats rows as a text table with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
	const cells = rows.map((row) => [
		row.name,
		row.ours,
		row.limit ?? '',
		row.ratio ?? '',
		row.required ?? '',
		row.ok === null ? '' : row.ok ? 'ok' : 'MISSED',
	]);
	const lines = [[...COLUMNS], ...cells];
	const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines
		.map((line) =>
			line
				.map((cell, column) =>
					column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
				)
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
