import { parseArgs } from 'node:util';
import { profileSummary } from './report/profile.ts';
import type { Measurement, Row, MeasureOptions } from './report/row.ts';
import { formatTable } from './report/table.ts';
import { accept } from './rows/accept.ts';
import { fullCycle } from './rows/full-cycle.ts';
import { idle } from './rows/idle.ts';
import { inbound } from './rows/inbound.ts';
import { processes } from './rows/processes.ts';
import { slowEndpoints } from './rows/slow-endpoints.ts';
import { start } from './rows/start.ts';
import { ENGINES, openEngine, type EngineName } from './server/engine.ts';

/** `npm run bench [-- --only a,b --engine sqlite|postgres --rounds N --seconds N --profile]`: see README.md. */
const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		engine: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '5' },
		profile: { type: 'boolean', default: false },
	},
});

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
	a: accept,
	b: fullCycle,
	c: idle,
	d: inbound,
	e: start,
	f: processes,
	g: slowEndpoints,
};
/** Rows that are measured without --only. */
const LETTERS: Readonly<Record<EngineName, string>> = { sqlite: 'a,b,c,d,e,g', postgres: 'a,b,c,d,f' };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end gateways and database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const all: Row[] = [];
const tables: string[] = [];
for (const name of ENGINES) {
	if (values.engine !== undefined && values.engine !== name) continue;
	const letters = (values.only ?? LETTERS[name]).split(',');
	const rows = await measureRows(name, letters);
	all.push(...rows);
	tables.push(`${name}, median of ${values.rounds}\n${formatTable(rows)}`);
}
print(`\n${tables.join('\n\n')}\n`);
const missed = all.filter(({ ok }) => ok === false).length;
print(`${all.filter(({ ok }) => ok === true).length} passed, ${missed} failed`);
process.exit(missed === 0 ? 0 : 1);

async function measureRows(name: EngineName, letters: readonly string[]): Promise<Row[]> {
	const engine = await openEngine(name);
	const options: MeasureOptions = {
		engine,
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		onProfile: values.profile
			? async (folder) => {
					print(await profileSummary(folder));
				}
			: null,
		progress: print,
	};
	const rows: Row[] = [];
	try {
		for (const letter of letters) {
			const measure = MEASUREMENTS[letter];
			if (measure === undefined)
				throw new Error(`There is no row ${letter}. Rows are ${Object.keys(MEASUREMENTS).join(', ')}.`);
			rows.push(...(await measure(options)));
		}
	} finally {
		await engine.stop();
	}
	return rows;
}
