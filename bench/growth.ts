import { parseArgs } from 'node:util';
import { createFilled, type Filled } from './growth/filled.ts';
import { keepUp } from './growth/keep-up.ts';
import { remove } from './growth/remove.ts';
import { accept, cycle, history, type Step } from './growth/steps.ts';
import { startLoad } from './load/start-load.ts';
import { readMachine } from './report/machine.ts';
import { formatMarkdown, type Section } from './report/markdown.ts';
import type { Row } from './report/row.ts';
import { ENGINES, openEngine, type Engine, type EngineName } from './server/engine.ts';
import { startReceiver } from './server/start-receiver.ts';
import { median } from './statistics.ts';

/** `npm run bench:growth [-- --engine E --sizes N,N --rounds N --seconds N --retention-minutes N --rate N]`: see README.md. */
const { values } = parseArgs({
	options: {
		engine: { type: 'string' },
		sizes: { type: 'string' },
		rounds: { type: 'string', default: '3' },
		seconds: { type: 'string', default: '5' },
		'retention-minutes': { type: 'string', default: '0' },
		retention: { type: 'string', default: '1m' },
		rate: { type: 'string', default: '500' },
	},
});

/** Numbers of messages; the others are compared with the first one. */
const SIZES: Readonly<Record<EngineName, string>> = {
	sqlite: '10000,1000000,5000000',
	postgres: '10000,1000000,20000000',
};
/** Maximum ratio of a message's cost to that in the smallest database. */
const LIMIT = 1.3;
const STEPS: readonly { name: string; step: Step }[] = [
	{ name: 'accept', step: accept },
	{ name: 'accepted to read, with three deliveries', step: cycle },
	{ name: 'page of 50 messages of a chat', step: history },
	{ name: 'remove by retention', step: remove },
];

const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end gateways and database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const sections: Section[] = [];
for (const name of ENGINES) {
	if (values.engine !== undefined && values.engine !== name) continue;
	const engine = await openEngine(name);
	const sizes = (values.sizes ?? SIZES[name])
		.split(',')
		.map(Number)
		.filter((size) => size > 0);
	const rows = await compareSizes(engine, sizes);
	const minutes = Number(values['retention-minutes']);
	if (minutes > 0) {
		const options = { minutes, rate: Number(values.rate), retention: values.retention, progress: print };
		rows.push(...(await keepUp(engine, options)));
	}
	await engine.stop();
	sections.push({ engine: engine.version, rounds, seconds, rows });
}
print(`\n${formatMarkdown(readMachine(), new Date(), sections)}`);
const missed = sections.flatMap(({ rows }) => rows).filter(({ ok }) => ok === false).length;
process.exit(missed === 0 ? 0 : 1);

/** Fills a database of each size, and measures each step in all of them in turns. */
async function compareSizes(engine: Engine, sizes: readonly number[]): Promise<Row[]> {
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	const all: Filled[] = [];
	const costs = new Map<string, number[]>();
	try {
		for (const size of sizes) {
			const startedAt = performance.now();
			const filled = await createFilled(engine, size, url);
			all.push(filled);
			const [bytes, took] = [await filled.database.size(), (performance.now() - startedAt) / 1000];
			print(`${size.toLocaleString('en')} messages: ${(bytes / 1e9).toFixed(2)} GB, ${took.toFixed(0)} s`);
		}
		for (let round = 1; round <= rounds; round += 1) {
			for (const filled of all) {
				for (const { name, step } of STEPS) {
					const cost = await step(filled, { engine, load, receiver, seconds });
					costs.set(keyOf(name, filled), [...(costs.get(keyOf(name, filled)) ?? []), cost]);
					print(`${round}/${rounds} ${filled.messages.toLocaleString('en')} ${name}: ${cost.toFixed(2)} ms`);
				}
			}
		}
	} finally {
		for (const filled of all) await filled.remove();
		await load.end();
		await receiver.end();
	}
	const costOf = (name: string, filled: Filled): number => median(costs.get(keyOf(name, filled)) ?? []);
	return STEPS.flatMap(({ name }) =>
		all.map((filled): Row => {
			const label = `${name}, ${filled.messages.toLocaleString('en')} messages`;
			const [ours, limit] = [costOf(name, filled), costOf(name, all[0] ?? filled)];
			if (filled === all[0]) return { name: label, ours: `${ours.toFixed(2)} ms`, ok: null };
			return {
				name: label,
				ours: `${ours.toFixed(2)} ms`,
				limit: `${limit.toFixed(2)} ms`,
				ratio: (ours / limit).toFixed(2),
				required: `<= ${LIMIT.toFixed(2)}`,
				ok: ours / limit <= LIMIT,
			};
		}),
	);
}

function keyOf(name: string, { messages }: Filled): string {
	return `${name} ${messages}`;
}
