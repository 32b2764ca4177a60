import { median } from '../statistics.ts';

/** The cycle of one program: jobs a second, and milliseconds of processor time a job. */
export interface Figures {
	rate: number;
	/** Of the process that enqueues and executes. */
	worker: number;
	/** Of PostgreSQL or Redis. */
	database: number;
}

/** Reads the seconds of processor time used so far. */
export type ReadUsage = () => { worker: number; database: number };

/** Measures a run: its jobs, its duration in seconds, and the processor time used from its start to its end. */
export async function measureRun(
	run: () => Promise<{ jobs: number; seconds: number }>,
	usage: ReadUsage,
): Promise<Figures> {
	const before = usage();
	const { jobs, seconds } = await run();
	const after = usage();
	return {
		rate: jobs / seconds,
		worker: ((after.worker - before.worker) / jobs) * 1000,
		database: ((after.database - before.database) / jobs) * 1000,
	};
}

export function medianFigures(all: readonly Figures[]): Figures {
	const of = (figure: keyof Figures): number => median(all.map((one) => one[figure]));
	return { rate: of('rate'), worker: of('worker'), database: of('database') };
}

/** Formats the figures of each program as a Markdown table. */
export function formatFigures(programs: ReadonlyMap<string, Figures>): string {
	const titles = ['program', 'jobs a second', 'processor time of a job', 'worker', 'database'];
	const rows = [...programs].map(([name, { rate, worker, database }]) => [
		name,
		Math.round(rate).toLocaleString('en'),
		...[worker + database, worker, database].map((time) => `${time.toFixed(2)} ms`),
	]);
	const lines = [titles, ...rows];
	const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines
		.toSpliced(
			1,
			0,
			widths.map((width) => '-'.repeat(width)),
		)
		.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
		.join('\n');
}
