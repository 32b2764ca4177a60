import { runCommand, type CommandOptions } from './command.ts';

/** Runs npm and returns its standard output. */
export function runNpm(args: string[], options: CommandOptions): Promise<string> {
	// In an npm script this is the path of npm-cli.js, which needs no shell on Windows.
	const npmFile = process.env.npm_execpath;
	if (npmFile?.endsWith('npm-cli.js')) return runCommand(process.execPath, [npmFile, ...args], options);
	return runCommand('npm', args, options);
}
