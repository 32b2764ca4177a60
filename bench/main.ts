import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readMachine } from './report/machine.ts';
import { formatMarkdown, type Section } from './report/markdown.ts';
import { profileSummary } from './report/profile.ts';
import type { Measurement, MeasureOptions, Row } from './report/row.ts';
import { accept } from './rows/accept.ts';
import { fullCycle } from './rows/full-cycle.ts';
import { idleCluster } from './rows/idle-cluster.ts';
import { idle } from './rows/idle.ts';
import { inbound } from './rows/inbound.ts';
import { linked } from './rows/linked.ts';
import { processes } from './rows/processes.ts';
import { slowEndpoints } from './rows/slow-endpoints.ts';
import { start } from './rows/start.ts';
import { tenThousand } from './rows/ten-thousand.ts';
import { ENGINES, openEngine, type EngineName } from './server/engine.ts';

/** `npm run bench [-- --only a,b --engine sqlite|postgres --rounds N --seconds N --instances N --profile --markdown FILE]`: see README.md. */
const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		engine: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '5' },
		instances: { type: 'string', default: '10000' },
		profile: { type: 'boolean', default: false },
		markdown: { type: 'string' },
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
	h: tenThousand,
	i: idleCluster,
	q: linked,
};
/** Rows that are measured without --only. */
const LETTERS: Readonly<Record<EngineName, string>> = {
	sqlite: 'a,b,c,d,e,g,q',
	postgres: 'a,b,c,d,f,h,i,q',
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end gateways and database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const sections: Section[] = [];
for (const name of ENGINES) {
	if (values.engine !== undefined && values.engine !== name) continue;
	sections.push(await measureSection(name, (values.only ?? LETTERS[name]).split(',')));
}
const markdown = formatMarkdown(readMachine(), new Date(), sections);
if (values.markdown !== undefined) await writeFile(values.markdown, markdown);
const rows = sections.flatMap((section) => section.rows);
const missed = rows.filter(({ ok }) => ok === false).length;
print(`\n${markdown}\n${rows.filter(({ ok }) => ok === true).length} passed, ${missed} failed`);
process.exit(missed === 0 ? 0 : 1);

async function measureSection(name: EngineName, letters: readonly string[]): Promise<Section> {
	const engine = await openEngine(name);
	const options: MeasureOptions = {
		engine,
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		instances: Number(values.instances),
		onProfile: values.profile
			? async (folder) => {
					print(await profileSummary(folder));
				}
			: null,
		progress: print,
	};
	const measured: Row[] = [];
	try {
		for (const letter of letters) {
			const measure = MEASUREMENTS[letter];
			if (measure === undefined)
				throw new Error(`There is no row ${letter}. Rows are ${Object.keys(MEASUREMENTS).join(', ')}.`);
			measured.push(...(await measure(options)));
		}
	} finally {
		await engine.stop();
	}
	return { engine: engine.version, rounds: options.rounds, seconds: options.seconds, rows: measured };
}
