import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
	DEFAULT_GATEWAY,
	parseGatewayUrl,
	requiredKey,
	SimulateUsageError,
} from '../command/command-arguments.ts';
import { readTextFile } from '../command/read-text-file.ts';
import { describeStep } from '../format/describe.ts';
import { ScenarioError } from '../format/field-reader.ts';
import { createHttpGatewayClient, GatewayRequestError } from '../gateway/http-gateway-client.ts';
import { serializeScenario } from '../format/serialize-scenario.ts';
import { processClock } from '../run/process-clock.ts';
import type { Exercise } from './exercise.ts';
import { parseExercise } from './parse-exercise.ts';
import { planExercise } from './plan.ts';
import { reportJunit } from './report-junit.ts';
import { reportText } from './report-text.ts';
import { reportOf } from './report.ts';
import { runExercise, type ExerciseResult } from './run-exercise.ts';
import { situationId } from './situation.ts';
import { NotReadyError } from './webhook-under-test.ts';

const PASSED = 0;
/** A threshold was missed, or the gateway could not be reached. */
const FAILED = 1;

const DEFAULT_FAILURES_FOLDER = 'exercise-failures';

/**
 * `exercise FILE`: lets chaos customers write to a workflow, and returns the exit code. Throws SimulateUsageError for a
 * wrong argument or file, and for a gateway that is not ready for it.
 */
export async function runExerciseCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	const { values, positionals } = parse(args);
	const [file] = positionals;
	if (file === undefined || positionals.length > 1)
		throw new SimulateUsageError('Say which exercise: exercise FILE.');
	const exercise = withOptions(await readExercise(file), values);
	if (values.plan === true) {
		process.stdout.write(planText(exercise));
		return PASSED;
	}
	const key = requiredKey(values.key, environment);
	const gateway = createHttpGatewayClient(parseGatewayUrl(values.gateway ?? DEFAULT_GATEWAY), key);
	process.stdout.write(`${exercise.name} (${file}), seed ${exercise.seed}\n`);
	try {
		const result = await runExercise(exercise, { gateway, clock: processClock }, (situation) => {
			process.stderr.write(`  ${situationId(situation)} ended\n`);
		});
		return await writeReports(exercise, result, values);
	} catch (error) {
		if (error instanceof NotReadyError) throw new SimulateUsageError(error.message);
		if (!(error instanceof GatewayRequestError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return FAILED;
	}
}

const OPTIONS = {
	gateway: { type: 'string' },
	key: { type: 'string' },
	instance: { type: 'string' },
	webhook: { type: 'string' },
	seed: { type: 'string' },
	json: { type: 'string' },
	junit: { type: 'string' },
	failures: { type: 'string' },
	plan: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
	try {
		return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
	} catch (error) {
		throw new SimulateUsageError(error instanceof Error ? error.message : String(error));
	}
}

async function readExercise(file: string): Promise<Exercise> {
	const text = await readTextFile(file);
	try {
		return parseExercise(text);
	} catch (error) {
		if (!(error instanceof ScenarioError)) throw error;
		throw new SimulateUsageError(
			`${file}: ${error.message} What an exercise can have is in docs/exercise.md.`,
		);
	}
}

function withOptions(exercise: Exercise, { instance, webhook, seed }: Options): Exercise {
	if (seed !== undefined && !/^\d{1,9}$/.test(seed)) {
		throw new SimulateUsageError(`--seed is "${seed}", but must be a whole number of at most nine digits.`);
	}
	return {
		...exercise,
		instance: instance ?? exercise.instance,
		webhook: webhook ?? exercise.webhook,
		seed: seed === undefined ? exercise.seed : Number(seed),
	};
}

/** Returns the plan of the customers, as sentences. */
function planText(exercise: Exercise): string {
	const { phones, situations } = planExercise(exercise);
	const lines = situations
		.flat()
		.flatMap((situation) => [
			situationId(situation),
			...situation.steps.map((step) => `  ${describeStep(step, phones)}`),
		]);
	return `${lines.join('\n')}\n`;
}

async function writeReports(
	exercise: Exercise,
	{ verdicts, scenarios, ...facts }: ExerciseResult,
	{ json, junit, failures = DEFAULT_FAILURES_FOLDER }: Options,
): Promise<number> {
	const files = new Map<string, string>();
	for (const [id, scenario] of scenarios) {
		const file = path.join(failures, `${id}.scenario.json`);
		await mkdir(failures, { recursive: true });
		await writeFile(file, serializeScenario(scenario));
		files.set(id, file);
	}
	const report = reportOf(exercise, verdicts, { ...facts, scenarios: files });
	if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, '\t')}\n`);
	if (junit !== undefined) await writeFile(junit, reportJunit(report, verdicts));
	process.stdout.write(reportText(report));
	return report.passed ? PASSED : FAILED;
}
