import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_GATEWAY, parseGatewayUrl, requiredKey, SimulateUsageError } from './command-arguments.ts';
import { readTextFile } from './read-text-file.ts';
import { describeStep } from '../format/describe.ts';
import { ScenarioError } from '../format/field-reader.ts';
import { junitXml } from './junit-xml.ts';
import { createHttpGatewayClient, GatewayRequestError } from '../gateway/http-gateway-client.ts';
import { parseScenario } from '../format/parse-scenario.ts';
import { playScenario, type ScenarioResult, type StepResult } from '../run/play-scenario.ts';
import { processClock } from '../run/process-clock.ts';
import type { Scenario } from '../format/scenario.ts';

const PASSED = 0;
/** A step failed, or the gateway could not be reached. */
const FAILED = 1;

interface ScenarioFile {
	file: string;
	scenario: Scenario;
}

/**
 * `simulate FILE...`: plays scenarios against a gateway on the simulated network, and returns the exit code. Throws
 * SimulateUsageError for a wrong argument or file.
 */
export async function runSimulateCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	const { values, positionals } = parse(args);
	if (positionals.length === 0) throw new SimulateUsageError('Say which scenario: simulate FILE.');
	const key = requiredKey(values.key, environment);
	const url = parseGatewayUrl(values.gateway ?? DEFAULT_GATEWAY);
	const instance = values.instance ?? null;
	const scenarios = await Promise.all(positionals.map((file) => readScenario(file, instance)));
	const results: ScenarioResult[] = [];
	try {
		for (const scenario of scenarios) results.push(await play(scenario, url, key));
	} catch (error) {
		if (!(error instanceof GatewayRequestError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return FAILED;
	}
	if (values.junit !== undefined) await writeFile(values.junit, junitXml(results));
	return results.every(({ passed }) => passed) ? PASSED : FAILED;
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				gateway: { type: 'string' },
				key: { type: 'string' },
				instance: { type: 'string' },
				junit: { type: 'string' },
			},
		});
	} catch (error) {
		throw new SimulateUsageError(error instanceof Error ? error.message : String(error));
	}
}

async function readScenario(file: string, instance: string | null): Promise<ScenarioFile> {
	const text = await readTextFile(file);
	try {
		const scenario = parseScenario(text);
		return { file, scenario: { ...scenario, instance: instance ?? scenario.instance } };
	} catch (error) {
		if (error instanceof ScenarioError) {
			throw new SimulateUsageError(
				`${file}: ${error.message} What a scenario can have is in docs/scenarios.md.`,
			);
		}
		throw error;
	}
}

async function play({ file, scenario }: ScenarioFile, url: string, key: string): Promise<ScenarioResult> {
	process.stdout.write(`${scenario.name} (${file})\n`);
	const result = await playScenario(
		scenario,
		{ gateway: createHttpGatewayClient(url, key), clock: processClock, readFile: fileReader(file) },
		(step) => {
			process.stdout.write(stepLine(step, scenario));
		},
	);
	const count = result.results.filter(({ outcome }) => outcome === 'passed').length;
	const share = `${count} of ${scenario.steps.length} steps`;
	process.stdout.write(result.passed ? `Passed: ${share}.\n\n` : `Failed: ${share} passed.\n\n`);
	return result;
}

const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const;

function stepLine(
	{ step, number, outcome, milliseconds, problem }: StepResult,
	{ phones }: Scenario,
): string {
	const time = outcome === 'skipped' ? 'skipped' : `${(milliseconds / 1000).toFixed(2)} s`;
	const why = problem === null ? '' : `      ${problem}\n`;
	return `  ${MARKS[outcome]} ${number}. ${describeStep(step, phones)} (${time})\n${why}`;
}

/** Reads files by paths relative to the scenario's folder. */
function fileReader(scenarioFile: string) {
	return async (relativePath: string) => {
		const file = path.resolve(path.dirname(scenarioFile), relativePath);
		const bytes = await readFile(file).catch(() => {
			throw new Error(`There is no file ${file}. Paths in "media" begin at the scenario's folder.`);
		});
		return { name: path.basename(file), content: new Blob([bytes]) };
	};
}
