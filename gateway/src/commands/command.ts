import type { Environment } from '../config/setting.ts';

/** A command of the command line, with its usage. */
export interface Command {
	name: string;
	/** What the command does, as the overview says it. */
	summary: string;
	/** Each form of the call: the arguments after the name, and what they do. */
	usage: readonly UsageLine[];
	/** Further notes, after the lines of the usage. */
	notes?: string;
	/** Exit code for wrong arguments; 1 if not given. */
	usageExitCode?: number;
	/** Exit code for other errors; 1 if not given. */
	failureExitCode?: number;
	/** Whether other accounts may read the files that it writes. They may not read those of a gateway. */
	writesForOthers?: boolean;
	/** Runs the command, which sets the exit code of the process where it is not 0. */
	run(args: readonly string[], environment: Environment): Promise<void>;
}

export type UsageLine = readonly [args: string, does: string];

export const PROGRAM = 'messaging-gateway';

/** Characters of the overview's first column. */
const NAME_WIDTH = 17;

/** Returns the usage of one command. */
export function usageOf({ name, usage, notes }: Command): string {
	const lines = usage.map(([args, does]) => `  ${`${PROGRAM} ${name} ${args}`.trimEnd()}\n      ${does}`);
	return `Usage:\n${lines.join('\n')}\n${notes === undefined ? '' : `\n${notes}\n`}`;
}

/** Returns the list of all commands. */
export function overviewOf(commands: readonly Command[]): string {
	const entry = (name: string, summary: string) => `  ${name.padEnd(NAME_WIDTH)}${summary}`;
	return `Usage: ${PROGRAM} [COMMAND]

Commands:
${commands.map(({ name, summary }) => entry(name, summary)).join('\n')}

Options:
${entry('--help', 'show this list; after a command, how that command is used')}
${entry('--version', 'show the version')}

Without a command, the gateway is served. Settings are read from variables of the environment, such as GATEWAY_PORT.
`;
}
