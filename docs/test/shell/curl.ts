import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import { SAMPLES } from '../../../gateway/test/support/sample-files.ts';
import { ROOT } from '../markdown/page.ts';
import { CommandProblem, DONE, type Call, type Outcome } from './call.ts';
import type { Samples } from './samples.ts';

/** The addresses that documents give the gateway. */
export const GATEWAY =
	/^https?:\/\/(?:127\.0\.0\.1|localhost|gateway|gateway\.example\.com)(?::\d+)?(?=\/|$)/;

/** A file of this repository at GitHub. */
const OWN_FILE = /^https:\/\/raw\.githubusercontent\.com\/[\w.-]+\/n8n-nodes-messaging-gateway\/main\/(.+)$/;

/** What requests for the official API name, on the simulated network. */
const OFFICIAL_FIELDS: Readonly<Record<string, string>> = {
	businessId: '100200300',
	phoneNumberId: '4915100000008',
	accessToken: 'valid-token',
};

/** A request that a page sent to the gateway, with its answer. */
export interface Exchange {
	line: number;
	status: number;
	answer: unknown;
}

/** Sends the request of a `curl` command to the gateway of the page. A request to another server is only read. */
export async function runCurl(call: Call, samples: Samples, exchanges: Exchange[]): Promise<Outcome> {
	const { argv, folder, line } = call;
	const target = argv.find((argument) => /^https?:\/\//.test(argument));
	if (target === undefined) throw new CommandProblem('names no URL');
	const gateway = await samples.gateway();
	const isForGateway = target.startsWith(gateway.url) || GATEWAY.test(target);
	if (!isForGateway) {
		const { href } = new URL(target.replaceAll(/[<>]/g, ''));
		const file = OWN_FILE.exec(href)?.[1];
		if (file !== undefined && !existsSync(path.join(ROOT, file))) {
			throw new CommandProblem(`downloads ${file}, which does not exist in the repository`);
		}
		return DONE;
	}
	const args: string[] = [];
	for (const argument of argv.slice(1))
		args.push(await filled(argument, target, argv.join(' '), samples, gateway.url));
	await provideFiles(args, folder);
	const { stdout, stderr } = await promisify(execFile)(
		'curl',
		['-sS', '-w', '%{stderr}%{http_code}', ...args],
		{
			cwd: folder,
		},
	);
	const status = Number(stderr.trim().slice(-3));
	const answer = parsed(stdout);
	exchanges.push({ line, status, answer });
	if (isChange(args)) samples.note(answer);
	return { output: stdout, code: 0 };
}

async function filled(
	argument: string,
	target: string,
	command: string,
	samples: Samples,
	url: string,
): Promise<string> {
	let text = argument.replace(GATEWAY, url).replace(/^(Authorization: Bearer ).*$/i, `$1${API_KEY}`);
	for (const [field, value] of Object.entries(OFFICIAL_FIELDS))
		text = text.replace(`"${field}": "…"`, `"${field}": "${value}"`);
	if (text.includes('inst_…') && (target.includes('/v1/templates') || command.includes('"interactive"'))) {
		text = text.replaceAll('inst_…', await samples.officialInstance());
	}
	return samples.fill(text);
}

/** Makes the files that a command uploads. */
async function provideFiles(args: readonly string[], folder: string): Promise<void> {
	for (const argument of args) {
		const name = /^\w+=@([\w.-]+)/.exec(argument)?.[1];
		if (name === undefined || existsSync(path.join(folder, name))) continue;
		const sample = SAMPLES.find((one) => path.extname(one.name) === path.extname(name));
		if (sample === undefined) throw new CommandProblem(`needs a file of an unknown kind: ${name}`);
		await writeFile(path.join(folder, name), sample.bytes);
	}
}

function isChange(args: readonly string[]): boolean {
	return args.some((argument) => /^(?:-d|-F|--data.*|--json|--form)$/.test(argument));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
