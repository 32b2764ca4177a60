import type { Row } from './row.ts';

/** The titles of the columns. */
export const COLUMNS = ['', 'ours', 'limit', 'ratio', 'required', 'ok'] as const;

/** Returns the texts of a row, one for each column. */
export function cellsOf({ name, ours, limit = '', ratio = '', required = '', ok }: Row): string[] {
	return [name, ours, limit, ratio, required, ok === null ? '' : ok ? 'ok' : 'MISSED'];
}

/** Returns the width of each column: that of its longest text. */
export function columnWidths(lines: readonly (readonly string[])[]): number[] {
	return COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
}

/** Formats rows as a text table with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
	const lines = [[...COLUMNS], ...rows.map(cellsOf)];
	const widths = columnWidths(lines);
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
