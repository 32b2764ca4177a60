import { parseArgs } from 'node:util';
import { profileSummary } from './report/profile.ts';
import type { Measurement, Row, Terms } from './report/row.ts';
import { table } from './report/table.ts';
import { accept } from './rows/accept.ts';
import { fullCycle } from './rows/full-cycle.ts';
import { SQLITE } from './server/engine.ts';

/** `npm run bench [-- --only a,b --rounds N --seconds N --engine sqlite|postgres --profile]`: see README.md. */
const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '5' },
		profile: { type: 'boolean', default: false },
	},
});

const MEASUREMENTS: Readonly<Record<string, Measurement>> = { a: accept, b: fullCycle };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const terms: Terms = {
	engine: SQLITE,
	rounds: Number(values.rounds),
	seconds: Number(values.seconds),
	onProfile: values.profile
		? async (folder) => {
				print(await profileSummary(folder));
			}
		: null,
	progress: print,
};

// Ending by `exit` lets the gateways be ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rows: Row[] = [];
for (const letter of values.only?.split(',') ?? Object.keys(MEASUREMENTS)) {
	const measure = MEASUREMENTS[letter];
	if (measure === undefined) throw new Error(`There is no row ${letter}.`);
	rows.push(...(await measure(terms)));
}
const missed = rows.filter(({ ok }) => ok === false).length;
print(`\n${table(rows)}\n`);
print(`${rows.filter(({ ok }) => ok === true).length} passed, ${missed} failed`);
process.exit(missed === 0 ? 0 : 1);
