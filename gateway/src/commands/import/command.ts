import { parseArgs } from 'node:util';
import { oneLine } from '../one-line.ts';
import { parseUsage, UsageError } from '../usage-error.ts';
import { createInstances, type InstanceReport } from './create-instances.ts';
import { readEvolutionApi } from './evolution-api.ts';
import { createGatewayClient } from './gateway-client.ts';
import { ImportError } from './import-error.ts';
import { shownUrl, type ImportedInstance } from './imported-instance.ts';
import { readDocuments } from './read-documents.ts';
import { readWaha } from './waha.ts';

const DEFAULT_GATEWAY = 'http://127.0.0.1:8080';

/** The gateways whose exports can be read. */
const SOURCES: Readonly<Record<string, (documents: readonly unknown[]) => ImportedInstance[]>> = {
	'evolution-api': readEvolutionApi,
	waha: readWaha,
};

const DONE = 0;
/** An export is wrong, the gateway cannot be reached, or something could not be created. */
const FAILED = 1;

/**
 * `import evolution-api|waha FILE...`: creates the instances and webhooks of another gateway on one that runs, and
 * returns the exit code. Throws UsageError for a wrong argument.
 */
export async function runImportCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	const { values, positionals } = parse(args);
	const [source = '', ...files] = positionals;
	const read = SOURCES[source];
	if (read === undefined)
		throw new UsageError('Say from where: import evolution-api FILE or import waha FILE.');
	if (files.length === 0) throw new UsageError(`Say which file: import ${source} FILE.`);
	const url = parseUrl(values.gateway ?? DEFAULT_GATEWAY);
	const key = values.key ?? environment.GATEWAY_API_KEY ?? '';
	const dryRun = values['dry-run'] === true;
	if (key === '' && !dryRun) {
		throw new UsageError('Give an API key: set GATEWAY_API_KEY, or say --key KEY.');
	}
	try {
		const imported = read(await readDocuments(files));
		if (dryRun) {
			print([...imported.flatMap(planned), '', 'Dry run: nothing was created.']);
			return DONE;
		}
		const reports = await createInstances(createGatewayClient(url, key), imported);
		print([...imported.flatMap((instance, index) => done(instance, reports[index])), '', ...next(url)]);
		return reports.some(({ failed }) => failed) ? FAILED : DONE;
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return FAILED;
	}
}

const parse = (args: readonly string[]) =>
	parseUsage(() =>
		parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				gateway: { type: 'string' },
				key: { type: 'string' },
				'dry-run': { type: 'boolean' },
			},
		}),
	);

function parseUrl(text: string): string {
	if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
		throw new UsageError(`--gateway is "${text}", but must be an address such as ${DEFAULT_GATEWAY}.`);
	}
	return text.replace(/\/+$/, '');
}

function planned(instance: ImportedInstance): string[] {
	const webhooks = instance.webhooks.map(
		({ url, events }) => `  webhook for ${shownUrl(url)}: ${events.join(', ')}`,
	);
	return [titleOf(instance), '  instance', ...webhooks, ...notesOf(instance)];
}

function done(instance: ImportedInstance, report: InstanceReport | undefined): string[] {
	return [titleOf(instance), ...(report?.lines ?? []).map((line) => `  ${line}`), ...notesOf(instance)];
}

function titleOf({ name, phone }: ImportedInstance): string {
	return phone === null ? name : `${name} (${phone})`;
}

function notesOf({ notes }: ImportedInstance): string[] {
	return notes.map((note) => `  note: ${note}`);
}

function next(url: string): string[] {
	return [
		'What to do next:',
		`1. Link each phone again: open ${url}, choose the instance, and scan the QR code. The link of the other gateway cannot be moved, because its keys belong to that device.`,
		'2. Give each receiver the secret of its webhook (GET /v1/webhooks/{webhookId}), and let it check the signature.',
		'3. When all messages come to the new address, log out the instances of the other gateway: two devices of one account receive every message twice.',
	];
}

function print(lines: readonly string[]): void {
	process.stdout.write(`${lines.map(oneLine).join('\n')}\n`);
}
