import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../../../deploy/test/support/installed.ts';
import { isNotRun } from '../markdown/marker.ts';
import type { Block, Page } from '../markdown/page.ts';
import type { Problems } from '../markdown/problems.ts';
import { CommandProblem, type Call, type Outcome } from './call.ts';

/** Milliseconds for all commands of a page. */
const TIMEOUT = 240_000;

/** What runs as it is, because it reads files and prints them only; all other commands are passed to the test. */
const HARMLESS = [
	'cat',
	'grep',
	'sed',
	'jq',
	'head',
	'tail',
	'cut',
	'tr',
	'base64',
	'openssl',
	'date',
	'sort',
	'wc',
	'basename',
	'dirname',
];

/** Passes unknown commands on, and notes the line of one that fails. It is in line 1 of a page, which is its title. */
const PRELUDE = [
	'PATH="$DOCS_TOOLS"',
	'command_not_found_handle() { "$DOCS_NODE" "$DOCS_CLIENT" "${BASH_LINENO[*]}" "$@"; }',
	`trap 'echo "$LINENO" >> "$DOCS_FAILURES"' ERR`,
].join('; ');

/** Writing outside the folder of the page, by which a document that is tried would change this machine. */
const WRITES_OUTSIDE = /(?:^|\s)\d?>>?\s*"?(?:\/(?!dev\/)|~|\$HOME)/m;

/** Returns the blocks of a page that are run. */
export function runnableBlocks(page: Page): Block[] {
	return page.blocks.filter((block) => block.language === 'sh' && !isNotRun(block));
}

/** Checks the syntax of a block. Returns the complaint of the shell; null: there is none. */
export async function syntaxProblem(block: Block): Promise<string | null> {
	try {
		await promisify(execFile)('bash', ['-n', '-c', block.text]);
	} catch (error) {
		return String((error as { stderr?: unknown }).stderr).trim();
	}
	// What is in quotes is for another shell, such as that of a container.
	return WRITES_OUTSIDE.test(block.text.replaceAll(/'[^']*'/g, "''")) && !isNotRun(block)
		? 'writes outside the current folder: say <!-- not run: … --> above it'
		: null;
}

/**
 * Runs the blocks of a page one after another in one shell, in a folder; `run` does what is no part of the shell.
 * The script has the lines of the page, so that the shell reports them.
 */
export async function runInShell(
	page: Page,
	folder: string,
	environment: Readonly<Record<string, string>>,
	run: (call: Call) => Promise<Outcome>,
	problems: Problems,
): Promise<void> {
	const home = path.join(folder, 'home');
	const tools = path.join(folder, 'tools');
	await mkdir(home);
	await mkdir(tools);
	for (const name of HARMLESS) await linkTool(name, tools);
	const script = path.join(folder, 'page.sh');
	await writeFile(script, scriptOf(page));
	const failures = path.join(folder, 'failures');
	await writeFile(failures, '');
	const reported = new Set<number>();
	const socket = path.join(folder, 'socket');
	// The client ends its side after the call, and waits for the answer.
	const server = createServer({ allowHalfOpen: true }, (connection) => {
		connection.setEncoding('utf8');
		// A client that ends together with its shell needs no answer.
		connection.on('error', () => connection.destroy());
		let text = '';
		connection.on('data', (chunk: string) => (text += chunk));
		connection.on('end', () => {
			const call = JSON.parse(text) as Call;
			void run(call)
				.catch((error: unknown) => {
					reported.add(call.line);
					const why = error instanceof CommandProblem ? error.message : String((error as Error).stack);
					problems.add(call.line, `${call.argv.join(' ')}: ${why}`);
					return { output: '', code: 1 };
				})
				.then((outcome) => connection.end(JSON.stringify(outcome)));
		});
	});
	await new Promise<void>((resolve) => server.listen(socket, resolve));
	const shell = spawn('bash', ['--norc', script], {
		cwd: home,
		env: {
			PATH: process.env.PATH,
			DOCS_TOOLS: tools,
			HOME: home,
			DOCS_NODE: process.execPath,
			DOCS_CLIENT: path.join(import.meta.dirname, 'client.mjs'),
			DOCS_SOCKET: socket,
			DOCS_FAILURES: failures,
			...environment,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: TIMEOUT,
		killSignal: 'SIGKILL',
	});
	let complaints = '';
	shell.stdout.resume();
	shell.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
	const [code] = (await once(shell, 'close')) as [number | null];
	server.close();
	if (code === null) problems.add(1, 'has commands that do not end');
	for (const [, line = '', complaint = ''] of complaints.matchAll(/page\.sh: line (\d+): (.*)/g)) {
		reported.add(Number(line));
		problems.add(Number(line), complaint);
	}
	for (const line of (await readLines(failures)).map(Number)) {
		if (!reported.has(line)) problems.add(line, 'fails in the shell');
	}
}

/** The page with nothing but its commands, each in its line. */
function scriptOf(page: Page): string {
	const lines = page.source.split('\n').map(() => '');
	lines[0] = PRELUDE;
	for (const { text, line } of runnableBlocks(page)) {
		// Every block begins in the folder in which a reader opens a terminal.
		lines[line - 1] = 'cd';
		for (const [index, command] of text.split('\n').entries()) lines[line + index] = withoutFolder(command);
	}
	return lines.join('\n');
}

/** Programs of installed packages are passed to the test by their names. */
function withoutFolder(command: string): string {
	return command.replaceAll(/(?:\.\/)?node_modules\/\.bin\//g, '');
}

async function linkTool(name: string, folder: string): Promise<void> {
	const found = installed(name);
	if (found !== null) await symlink(found, path.join(folder, name));
}

async function readLines(file: string): Promise<string[]> {
	return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
}
