import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The behavior of the stand-in. */
export interface ConverterBehavior {
	/** Its exit code after the output; 0: it has converted the file. */
	exitCode?: number;
	/** The output, in base64. */
	output: string;
	/** Whether it writes the output again and again. */
	endless?: boolean;
	/** Whether it never ends. */
	hangs?: boolean;
}

/**
 * Writes a program that behaves like ffmpeg for the arguments that the gateway uses: it reads the one file of the
 * format that it is told, refuses arguments that ffmpeg would not know, and writes to its standard output. It reports
 * its arguments, its environment and its process id in a file beside it. Returns the path of the program.
 */
export async function writeConverter(folder: string, behavior: ConverterBehavior): Promise<string> {
	const program = path.join(folder, 'ffmpeg-stand-in');
	const source = `#!${process.execPath}
const { openSync, readSync, writeFileSync, writeSync } = require('node:fs');
const behavior = ${JSON.stringify(behavior)};
const given = process.argv.slice(2);
writeFileSync(${JSON.stringify(reportOf(program))}, JSON.stringify({ arguments: given, environment: Object.keys(process.env), pid: process.pid }));
const input = given[given.indexOf('-i') + 1] ?? '';
if (!input.startsWith('file:') || given.at(-1) !== 'pipe:1') process.exit(1);
const bytes = Buffer.alloc(4);
readSync(openSync(input.slice('file:'.length), 'r'), bytes);
const output = Buffer.from(behavior.output, 'base64');
do { writeSync(1, output); } while (behavior.endless === true);
if (behavior.hangs === true) setInterval(() => undefined, 1000);
else process.exitCode = behavior.exitCode ?? 0;
`;
	await writeFile(program, source);
	await chmod(program, 0o700);
	return program;
}

/** The file in which a stand-in reports how it was started. */
export function reportOf(program: string): string {
	return `${program}.json`;
}
