import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script with Node and returns its exit code and output. */
export async function runCommand(
	args: readonly string[],
	env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
	const child = spawn(process.execPath, args, {
		env: { PATH: process.env.PATH, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const keep = (chunk: Buffer): void => {
		output += chunk.toString();
	};
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output };
}
