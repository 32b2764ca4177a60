import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
	DEFAULT_GATEWAY,
	parseGatewayUrl,
	requiredKey,
	SimulateUsageError,
} from '../command/command-arguments.ts';
import { createQueries } from '../gateway/gateway-queries.ts';
import type { GatewayClient } from '../gateway/gateway-client.ts';
import { createHttpGatewayClient, GatewayRequestError } from '../gateway/http-gateway-client.ts';
import { serializeScenario } from '../format/serialize-scenario.ts';
import { exportScenario, NothingToExportError, type ExportOptions } from './export-scenario.ts';

const DONE = 0;
/** There is nothing to export, or the gateway could not be reached. */
const FAILED = 1;

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 5000;

/**
 * `export-scenario --chat CHAT`: writes a chat as an anonymised scenario to a file or to stdout, and returns the exit
 * code. Throws SimulateUsageError for a wrong argument.
 */
export async function runExportCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	const values = parse(args);
	const { chat } = values;
	if (chat === undefined)
		throw new SimulateUsageError('Say which chat: --chat, with a phone number or a chatId.');
	const options = {
		chatId: /^\+?\d{7,15}$/.test(chat) ? `${chat.replace('+', '')}@s.whatsapp.net` : chat,
		from: timeOf('from', values.from),
		to: timeOf('to', values.to),
		limit: limitOf(values.limit),
		keep: values.keep === undefined ? [] : values.keep.split(',').map((word) => word.trim()),
		expectsAnswers: expectsAnswers(values.expect),
	};
	const key = requiredKey(values.key, environment);
	const gateway = createHttpGatewayClient(parseGatewayUrl(values.gateway ?? DEFAULT_GATEWAY), key);
	try {
		const instanceId = await instanceIdOf(gateway, values.instance ?? null);
		return await write(gateway, { ...options, instanceId }, values.output ?? null);
	} catch (error) {
		if (!(error instanceof GatewayRequestError || error instanceof NothingToExportError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return FAILED;
	}
}

function parse(args: readonly string[]) {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: {
				gateway: { type: 'string' },
				key: { type: 'string' },
				instance: { type: 'string' },
				chat: { type: 'string' },
				from: { type: 'string' },
				to: { type: 'string' },
				limit: { type: 'string' },
				keep: { type: 'string' },
				expect: { type: 'string' },
				output: { type: 'string' },
			},
		});
		return values;
	} catch (error) {
		throw new SimulateUsageError(error instanceof Error ? error.message : String(error));
	}
}

function timeOf(option: string, text: string | undefined): number | null {
	if (text === undefined) return null;
	const time = Date.parse(text);
	if (!Number.isNaN(time)) return time;
	throw new SimulateUsageError(`--${option} is "${text}", but must be a time such as 2026-11-24T09:00:00Z.`);
}

function limitOf(text: string | undefined): number {
	if (text === undefined) return DEFAULT_LIMIT;
	const limit = Number(text);
	if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
	throw new SimulateUsageError(`--limit is "${text}", but must be a number from 1 to ${MAX_LIMIT}.`);
}

function expectsAnswers(text: string | undefined): boolean {
	if (text === undefined || text === 'answers') return text !== undefined;
	throw new SimulateUsageError(`--expect is "${text}", but can only be "answers".`);
}

async function instanceIdOf(gateway: GatewayClient, wanted: string | null): Promise<string> {
	const all = await createQueries(gateway).listInstances();
	const found = all.filter(({ id, name }) => wanted === null || id === wanted || name === wanted);
	const [instance] = found;
	if (instance !== undefined && found.length === 1) return instance.id;
	throw new SimulateUsageError(
		wanted === null
			? 'There is not exactly one instance. Name the one that is meant with --instance.'
			: `There is no instance "${wanted}", or more than one. Name it by its id.`,
	);
}

async function write(gateway: GatewayClient, options: ExportOptions, output: string | null): Promise<number> {
	const { scenario, messages, isCut } = await exportScenario(gateway, options);
	const text = serializeScenario(scenario);
	if (output === null) process.stdout.write(text);
	else await writeFile(output, text);
	const cut = isCut ? `, the latest of more: a larger --limit, or --from and --to, reach the others` : '';
	process.stderr.write(`Exported ${messages} messages as ${scenario.steps.length} steps${cut}.\n`);
	return DONE;
}
