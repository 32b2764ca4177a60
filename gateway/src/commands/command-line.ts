import { overviewOf, PROGRAM, usageOf, type Command } from './command.ts';
import { tolerateClosedOutput } from './closed-output.ts';
import { explainError } from './explain-error.ts';
import { COMMANDS } from './table.ts';
import { UsageError } from './usage-error.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { VERSION } from '../runtime/version.ts';

/** The longest interval of a timer, in milliseconds. */
const LONGEST_INTERVAL = 2 ** 31 - 1;
const HELP = new Set(['help', '--help', '-h']);

tolerateClosedOutput();
const [name = 'serve', ...args] = process.argv.slice(2);
if (name === '--version' || name === '-v') process.stdout.write(`${VERSION}\n`);
else if (HELP.has(name)) showHelp(args[0]);
else if (args.some((arg) => arg === '--help' || arg === '-h')) showHelp(name);
else await runCommand(name);

async function runCommand(named: string): Promise<void> {
	const command = find(named);
	if (command === undefined) return;
	// A command may wait for nothing but a timer of the system's clock, and those do not keep the process running.
	const keepRunning = setInterval(() => undefined, LONGEST_INTERVAL);
	try {
		// Files that the gateway and its commands create are for their account only.
		if (command.writesForOthers !== true) process.umask(0o077);
		await command.run(args, process.env);
	} catch (error) {
		const isUsage = error instanceof UsageError;
		process.stderr.write(isUsage ? `${error.message}\n\n${usageOf(command)}` : `${explainError(error)}\n`);
		process.exitCode = (isUsage ? command.usageExitCode : command.failureExitCode) ?? 1;
		// A gateway that could not start may listen already: it must not stay without what it lacks.
		if (command.name === 'serve') process.exit();
	} finally {
		clearInterval(keepRunning);
	}
}

function showHelp(named: string | undefined): void {
	if (named === undefined) {
		process.stdout.write(overviewOf(COMMANDS));
		return;
	}
	const command = find(named);
	if (command !== undefined) process.stdout.write(usageOf(command));
}

/** Returns a command; says on stderr where there is none of that name. */
function find(named: string): Command | undefined {
	const command = COMMANDS.find((candidate) => candidate.name === named);
	if (command === undefined) {
		const nearest = nearestName(
			named,
			COMMANDS.map((candidate) => candidate.name),
		);
		const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
		process.stderr.write(`There is no command "${named}".${hint} All commands: ${PROGRAM} --help\n`);
		process.exitCode = 1;
	}
	return command;
}
