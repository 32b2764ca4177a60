import { runCommand, type CommandOptions } from './command.ts';

/** Runs npm to its end; gives what it wrote to standard output. */
export function runNpm(args: string[], options: CommandOptions): Promise<string> {
	// Inside an npm script this names npm's own file, which works without a shell on Windows too.
	const npmFile = process.env.npm_execpath;
	if (npmFile?.endsWith('npm-cli.js')) return runCommand(process.execPath, [npmFile, ...args], options);
	return runCommand('npm', args, options);
}
