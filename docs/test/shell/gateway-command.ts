import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../../gateway/src/config/config.ts';
import { runGateway, startGatewayProcess } from '../../../gateway/test/support/gateway-process.ts';
import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import { ROOT } from '../markdown/page.ts';
import { CommandProblem, DONE, type Call, type Outcome } from './call.ts';
import { GATEWAY } from './curl.ts';
import type { Samples } from './samples.ts';

/** The variables of a shell that configure a gateway. */
const SETTING = /^(?:GATEWAY_|DATABASE_URL|AWS_|OTEL_)/;

/** What configures a gateway that a test cannot start, since it needs a server or a certificate. */
const NEEDS_OTHERS = ['DATABASE_URL', 'GATEWAY_TLS_CERT', 'GATEWAY_MEDIA_URL'];

/** Values of secrets, of which documents show a `…`. */
const SECRETS: Readonly<Record<string, string>> = {
	GATEWAY_META_APP_SECRET: '0123456789abcdef0123456789abcdef',
	GATEWAY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
	GATEWAY_ENCRYPTION_KEY_NEW: Buffer.alloc(32, 2).toString('base64'),
};
const ANY_SECRET = 'a-secret-of-the-documents-0123456789';

/** Runs `messaging-gateway` with its arguments, on the data of the page's gateway. */
export async function runGatewayCommand(
	args: readonly string[],
	call: Call,
	samples: Samples,
): Promise<Outcome> {
	const environment = await settingsOf(call, samples);
	if (args.length === 0 || args[0] === 'serve') return serve(environment, samples);
	const gateway = await samples.gateway();
	if (args[0] === 'simulate') await samples.startEchoBot();
	const filled = await Promise.all(args.map((argument) => argumentOf(argument, call, samples)));
	// The database of a page is the file of its gateway, whatever server the page names.
	delete environment.DATABASE_URL;
	const [command, file = ''] = filled;
	if (command === 'restore') {
		// Its backup may have come through a pipe, which passes texts only. It is restored into an empty folder.
		await runGateway(['backup', file, '--force'], environment);
		environment.GATEWAY_DATA_DIR = path.join(samples.folder, `restored-${performance.now()}`);
	}
	if (args[0] === 'simulate' && !args.includes('--gateway')) filled.push('--gateway', gateway.url);
	const { code, stdout, stderr } = await runGateway(filled, environment);
	if (code !== 0) throw new CommandProblem(`ends with ${String(code)}: ${stderr}${stdout}`);
	const made = [...stdout.matchAll(/\b[a-z]+_[0-9a-z]{26}\b/g)].map(([id]) => id);
	if (args.includes('create')) samples.note(made);
	return { output: stdout, code: 0 };
}

/** Checks the settings of a gateway that a page starts, and starts one with them where nothing else is needed for it. */
async function serve(environment: Record<string, string>, samples: Samples): Promise<Outcome> {
	readConfig(environment);
	if (NEEDS_OTHERS.some((variable) => environment[variable] !== undefined)) return DONE;
	const folder = path.join(samples.folder, `started-${Object.keys(environment).length}-${performance.now()}`);
	const started = await startGatewayProcess(folder, {
		...environment,
		GATEWAY_DATA_DIR: folder,
		GATEWAY_PORT: '0',
		// Nothing that a page starts leaves this machine.
		GATEWAY_WHATSAPP_URL: 'ws://127.0.0.1:9',
		GATEWAY_GRAPH_URL: 'http://127.0.0.1:9/v23.0',
	});
	const { code } = await started.end('SIGTERM');
	if (code !== 0) throw new CommandProblem(`ended with ${String(code)} on SIGTERM`);
	return DONE;
}

async function settingsOf(call: Call, samples: Samples): Promise<Record<string, string>> {
	const settings: Record<string, string> = {};
	for (const [variable, value] of Object.entries(call.environment)) {
		if (!SETTING.test(variable)) continue;
		if (variable.endsWith('_FILE')) {
			settings[variable] = await secretFile(variable.replace(/_FILE$/, ''), samples);
		} else settings[variable] = value.trim() === '…' ? secretOf(variable) : value.replaceAll('…', 'x');
	}
	// A folder that a page names is that of its gateway, wherever it is on the machine of the reader.
	return { ...settings, GATEWAY_DATA_DIR: samples.dataFolder };
}

function secretOf(variable: string): string {
	return SECRETS[variable] ?? (variable === 'GATEWAY_API_KEY' ? API_KEY : ANY_SECRET);
}

async function secretFile(variable: string, samples: Samples): Promise<string> {
	const folder = path.join(samples.folder, 'secrets');
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, variable);
	await writeFile(file, secretOf(variable));
	return file;
}

/** An argument, whose files are those of the repository or of the page's folder. */
async function argumentOf(argument: string, { folder }: Call, samples: Samples): Promise<string> {
	if (GATEWAY.test(argument)) return argument.replace(GATEWAY, (await samples.gateway()).url);
	const inRepository = path.join(ROOT, argument);
	if (/^[\w-]+\//.test(argument) && existsSync(inRepository)) return inRepository;
	if (argument.startsWith('/')) return path.join(samples.folder, 'files', path.basename(argument));
	if (/^[\w-]+\.[\w.]+$/.test(argument)) return path.join(folder, argument);
	return samples.fill(argument);
}
