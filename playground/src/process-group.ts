import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { errorCode } from './error-code.ts';

/** A program with all it starts in turn: on Unix they share a process group, so that they end together. */
export type Group = ChildProcess & { stdout: Readable; stderr: Readable };

const alive = new Set<Group>();

/**
 * Starts a program in a group of its own: Ctrl-C at the terminal reaches it only through the launcher. Its file
 * descriptor 3 is the launcher's lifeline.
 */
export function spawnGroup(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Group {
	const group = spawn(file, args, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
	}) as Group;
	alive.add(group);
	group.once('exit', () => {
		signalGroup(group, 'SIGKILL');
		alive.delete(group);
	});
	return group;
}

/** Sends a signal to a program and to all it has started. A group that is gone is no error. */
export function signalGroup(group: Group, signal: NodeJS.Signals): void {
	if (group.pid === undefined) return;
	try {
		if (process.platform === 'win32') group.kill(signal);
		else process.kill(-group.pid, signal);
	} catch (error) {
		if (!isGone(error)) throw error;
	}
}

/** ESRCH: no such group. EPERM: how macOS names a group of which only unburied processes are left. */
function isGone(error: unknown): boolean {
	return ['ESRCH', 'EPERM'].includes(errorCode(error) ?? '');
}

// However the launcher ends, nothing it started stays behind; should it be killed outright, its lifelines break.
process.once('exit', () => {
	for (const group of alive) signalGroup(group, 'SIGKILL');
});
