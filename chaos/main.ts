import { parseArgs } from 'node:util';
import { ENGINES, type EngineName } from '../bench/server/engine.ts';
import { check, rules } from './check/check.ts';
import { findDuplicates } from './check/duplicates.ts';
import { createRecorder } from './history/recorder.ts';
import { acceptedMessages, recordsOf } from './history/traffic.ts';
import { seededRandom } from './random.ts';
import { report } from './report.ts';
import { runChaos } from './run.ts';
import { ORDERED, webhooksFor } from './webhooks.ts';
import { createEnvironment } from './environment.ts';

/** Number of gateways per engine. */
const GATEWAYS = { sqlite: 1, postgres: 2 } as const;
const CYCLES = { sqlite: 200, postgres: 50 } as const;
/** Maximum deliveries of one gateway in flight. */
const IN_FLIGHT = 256;

/** `npm run chaos [-- --engine sqlite|postgres --cycles N --seed N --history FILE]`: see README.md. */
const { values } = parseArgs({
	options: {
		engine: { type: 'string', default: 'sqlite' },
		cycles: { type: 'string' },
		seed: { type: 'string' },
		history: { type: 'string' },
	},
});
const engine = parseEngine(values.engine);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cycles = Number(values.cycles ?? CYCLES[engine]);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end gateways and database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

print(`${cycles} cycles on ${engine}, seed ${seed} (repeat with --seed ${seed})`);
const recorder = createRecorder(values.history ?? null);
const environment = await createEnvironment(engine, GATEWAYS[engine]);
const startedAt = performance.now();
try {
	await runChaos({
		...environment,
		cycles,
		recorder,
		random: seededRandom(seed),
		progress: (line) => {
			const messages = acceptedMessages(recorder.records).size;
			const seconds = Math.round((performance.now() - startedAt) / 1000);
			print(`${line}: ${messages} messages accepted, ${seconds} s`);
		},
	});
} finally {
	await recorder.close();
	await environment.remove();
}

const options = { webhooksFor, orderedWebhook: ORDERED, inFlightLimit: IN_FLIGHT * GATEWAYS[engine] };
const violations = check(recorder.records, options);
const { records } = recorder;
print(
	`${acceptedMessages(records).size} messages accepted, ${recordsOf(records, 'inbound').length} received, ` +
		`${recordsOf(records, 'fault').length} faults, ${recordsOf(records, 'delivery').length} requests at the receiver, ` +
		`${findDuplicates(records).length} of them repeated after an acknowledgement`,
);
print(report(options, violations));
const broken = new Set(violations.map(({ rule }) => rule)).size;
print(`${Object.keys(rules(options)).length - broken} passed, ${broken} failed`);
process.exit(broken === 0 ? 0 : 1);

function parseEngine(name: string): EngineName {
	const engine = ENGINES.find((candidate) => candidate === name);
	if (engine === undefined) throw new Error(`--engine must be one of ${ENGINES.join(', ')}.`);
	return engine;
}
