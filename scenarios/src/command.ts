import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Clock } from './clock.ts';
import { describeStep } from './describe.ts';
import { ScenarioError } from './field-reader.ts';
import { junitXml } from './junit-xml.ts';
import { GatewayRefusal, keyClient } from './http-client.ts';
import { parseScenario } from './parse-scenario.ts';
import { playScenario, type Played, type StepResult } from './play-scenario.ts';
import type { Scenario } from './scenario.ts';

/** The command line is wrong, or names a file that is no scenario. */
export class SimulateUsageError extends Error {}

const DEFAULT_GATEWAY = 'http://127.0.0.1:8080';

/** The exit codes: all steps passed, one did not or the gateway was not there, the command or a file is wrong. */
const PASSED = 0;
const FAILED = 1;

/** A scenario with where it was read from. */
interface Read {
	file: string;
	scenario: Scenario;
}

/**
 * `simulate FILE...`: plays scenarios against a gateway on the simulated network, and gives the exit code. Throws
 * SimulateUsageError for a command or a file that is wrong.
 */
export async function runSimulateCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	const { values, positionals } = parse(args);
	if (positionals.length === 0) throw new SimulateUsageError('Say which scenario: simulate FILE.');
	const key = values.key ?? environment.GATEWAY_API_KEY;
	if (key === undefined || key === '') {
		throw new SimulateUsageError('Give an API key: set GATEWAY_API_KEY, or say --key KEY.');
	}
	const url = addressOf(values.gateway ?? DEFAULT_GATEWAY);
	const instance = values.instance ?? null;
	const all = await Promise.all(positionals.map((file) => readScenario(file, instance)));
	const played: Played[] = [];
	try {
		for (const one of all) played.push(await play(one, url, key));
	} catch (error) {
		if (!(error instanceof GatewayRefusal)) throw error;
		process.stderr.write(`${error.message}\n`);
		return FAILED;
	}
	if (values.junit !== undefined) await writeFile(values.junit, junitXml(played));
	return played.every(({ passed }) => passed) ? PASSED : FAILED;
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

function addressOf(text: string): string {
	if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
		throw new SimulateUsageError(
			`--gateway is "${text}", but must be an address such as ${DEFAULT_GATEWAY}.`,
		);
	}
	return text.replace(/\/+$/, '');
}

async function readScenario(file: string, instance: string | null): Promise<Read> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		throw new SimulateUsageError(
			`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
		);
	});
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

async function play({ file, scenario }: Read, url: string, key: string): Promise<Played> {
	process.stdout.write(`${scenario.name} (${file})\n`);
	const played = await playScenario(
		scenario,
		{ gateway: keyClient(url, key), clock: waitingClock, readFile: filesBeside(file) },
		{
			ended(result) {
				process.stdout.write(line(result, scenario));
			},
		},
	);
	const count = played.results.filter(({ outcome }) => outcome === 'passed').length;
	const share = `${count} of ${scenario.steps.length} steps`;
	process.stdout.write(played.passed ? `Passed: ${share}.\n\n` : `Failed: ${share} passed.\n\n`);
	return played;
}

const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const;

function line({ step, number, outcome, milliseconds, problem }: StepResult, { phones }: Scenario): string {
	const time = outcome === 'skipped' ? 'skipped' : `${(milliseconds / 1000).toFixed(2)} s`;
	const why = problem === null ? '' : `      ${problem}\n`;
	return `  ${MARKS[outcome]} ${number}. ${describeStep(step, phones)} (${time})\n${why}`;
}

/** Files named in a scenario lie beside it, or below. */
function filesBeside(scenarioFile: string) {
	return async (name: string) => {
		const place = path.resolve(path.dirname(scenarioFile), name);
		const bytes = await readFile(place).catch(() => {
			throw new Error(`There is no file ${place}. Paths in "media" begin at the scenario's folder.`);
		});
		return { name: path.basename(place), content: new Blob([bytes]) };
	};
}

/** The machine's clock, whose timers keep the process going: a wait is all it does. */
const waitingClock: Clock = {
	now: () => Date.now(),
	schedule(delay, fire) {
		const timer = setTimeout(fire, delay);
		return () => {
			clearTimeout(timer);
		};
	},
};
