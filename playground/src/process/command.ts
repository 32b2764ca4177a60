import { mkdir, appendFile } from 'node:fs/promises';
import path from 'node:path';
import { signalGroup, spawnGroup } from './process-group.ts';

export type CommandOptions = {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** The output of the command is appended to this file. */
	logFile?: string;
	signal?: AbortSignal | undefined;
};

/** A command that failed, with its output. */
export class CommandError extends Error {
	override readonly name = 'CommandError';
	readonly output: string;

	constructor(command: string, outcome: string, output: string) {
		super(`${command} ended with ${outcome}`);
		this.output = output;
	}
}

/** Runs a command and returns its standard output. Throws CommandError when it fails, and on abort the signal's reason. */
export async function runCommand(file: string, args: string[], options: CommandOptions): Promise<string> {
	options.signal?.throwIfAborted();
	const group = spawnGroup(file, args, options.cwd, { ...process.env, ...options.env });
	const stop = () => {
		// SIGKILL, because npm takes minutes to handle SIGTERM. The next start repeats an unfinished installation.
		signalGroup(group, 'SIGKILL');
	};
	options.signal?.addEventListener('abort', stop);

	const outText: string[] = [];
	const allText: string[] = [];
	group.stdout.setEncoding('utf8').on('data', (text: string) => {
		outText.push(text);
		allText.push(text);
	});
	group.stderr.setEncoding('utf8').on('data', (text: string) => {
		allText.push(text);
	});

	const outcome = await new Promise<string>((resolve) => {
		group.once('error', (error) => {
			resolve(error.message);
		});
		group.once('close', (code, signal) => {
			resolve(signal ?? `code ${code ?? 'unknown'}`);
		});
	});
	options.signal?.removeEventListener('abort', stop);

	const command = [path.basename(file), ...args].join(' ');
	const output = allText.join('');
	if (options.logFile !== undefined) {
		await mkdir(path.dirname(options.logFile), { recursive: true });
		await appendFile(options.logFile, `> ${command}\n${output}\n`);
	}
	options.signal?.throwIfAborted();
	if (outcome !== 'code 0') throw new CommandError(command, outcome, output);
	return outText.join('');
}
