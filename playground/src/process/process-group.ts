import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { errorCode } from './error-code.ts';

/** A program and its child processes. On Unix they share a process group, so that they can be signalled together. */
export type ProcessGroup = ChildProcess & { stdout: Readable; stderr: Readable };

const alive = new Set<ProcessGroup>();

/**
 * Starts a program in its own process group, so that Ctrl-C at the terminal reaches only the launcher. File descriptor 3
 * is a pipe to the launcher, see exit-with-parent.ts.
 */
export function spawnGroup(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): ProcessGroup {
	const group = spawn(file, args, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
	}) as ProcessGroup;
	alive.add(group);
	group.once('exit', () => {
		signalGroup(group, 'SIGKILL');
		alive.delete(group);
	});
	return group;
}

/** Sends a signal to a process group. A group that has ended is not an error. */
export function signalGroup(group: ProcessGroup, signal: NodeJS.Signals): void {
	if (group.pid === undefined) return;
	try {
		if (process.platform === 'win32') group.kill(signal);
		else process.kill(-group.pid, signal);
	} catch (error) {
		if (!isGroupNotFound(error)) throw error;
	}
}

/** ESRCH: no such group. EPERM: macOS reports it for a group with only zombie processes. */
function isGroupNotFound(error: unknown): boolean {
	return ['ESRCH', 'EPERM'].includes(errorCode(error) ?? '');
}

// Kills all groups when the launcher exits. If the launcher is killed, the groups exit by themselves when the pipe closes.
process.once('exit', () => {
	for (const group of alive) signalGroup(group, 'SIGKILL');
});
