import type { Machine } from './machine.ts';
import type { Row } from './row.ts';
import { cellsOf, COLUMNS, columnWidths } from './table.ts';

const GIGABYTE = 1024 ** 3;

/** The rows measured on one database engine. */
export interface Section {
	/** The engine and its version. */
	engine: string;
	/** Measurements of each figure. */
	rounds: number;
	/** Duration of each measurement. */
	seconds: number;
	rows: readonly Row[];
}

/**
 * Returns a Markdown text with all measured rows: the machine, its versions and the date as a list, then a table for
 * each engine. It has the format of Prettier, so that it can be committed unchanged.
 */
export function formatMarkdown(machine: Machine, date: Date, sections: readonly Section[]): string {
	const facts = [
		`Machine: ${machine.processor}, ${machine.cores} cores, ${(machine.memory / GIGABYTE).toFixed(1)} GB of memory`,
		`Operating system: ${machine.system}`,
		`Versions: gateway ${machine.gateway}, Node ${machine.node}, ${sections.map(({ engine }) => engine).join(', ')}`,
		`Date: ${date.toISOString().slice(0, 10)}`,
	];
	const tables = sections.map(
		({ engine, rounds, seconds, rows }) =>
			`## ${engine}\n\nRounds: ${rounds}, of ${seconds} s each. A figure is their median.\n\n${formatRows(rows)}`,
	);
	return `${[facts.map((fact) => `- ${fact}`).join('\n'), ...tables].join('\n\n')}\n`;
}

function formatRows(rows: readonly Row[]): string {
	const titles = ['row', ...COLUMNS.slice(1)];
	const lines = [titles, ...rows.map(cellsOf)].map((line) => line.map(escapeCell));
	// Three dashes are the shortest rule of a column.
	const widths = columnWidths(lines).map((width) => Math.max(width, 3));
	const rule = widths.map((width) => '-'.repeat(width));
	return lines
		.toSpliced(1, 0, rule)
		.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
		.join('\n');
}

/** A vertical bar would begin the next column. */
function escapeCell(text: string): string {
	return text.replaceAll('|', '\\|');
}
