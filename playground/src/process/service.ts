import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signalGroup, spawnGroup } from './process-group.ts';

const MAX_LINES = 20;
const EXIT_WITH_PARENT = pathToFileURL(path.join(import.meta.dirname, 'exit-with-parent.ts')).href;
const KILL_DELAY_MS = 10_000;

/** A program that runs until it is stopped: the gateway or n8n. */
export type Service = {
	name: string;
	logFile: string;
	isRunning: () => boolean;
	/** Resolves with the exit code or signal as text when the program has ended. */
	ended: Promise<string>;
	/** Returns the last lines of its output, newest last. */
	lastLines: () => string[];
	/** Sends SIGTERM, after 10 s SIGKILL, and resolves when the program has ended. */
	stop: () => Promise<void>;
	/** Sends SIGKILL, to simulate a crash. */
	kill: () => Promise<void>;
};

type ServiceDescription = {
	name: string;
	/** The script for Node and its arguments. */
	script: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	onLine?: (line: string) => void;
};

/** Starts a program with the running Node and writes its output to a log file. */
export function startService(description: ServiceDescription): Service {
	const { name, logFile } = description;
	mkdirSync(path.dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile, { flags: 'a' });
	log.write(`--- ${name} started ${new Date().toISOString()}\n`);

	const args = ['--import', EXIT_WITH_PARENT, ...description.script];
	const group = spawnGroup(process.execPath, args, description.cwd, description.env);
	const lines: string[] = [];
	for (const stream of [group.stdout, group.stderr]) {
		createInterface(stream).on('line', (line) => {
			log.write(`${line}\n`);
			lines.push(line);
			if (lines.length > MAX_LINES) lines.shift();
			description.onLine?.(line);
		});
	}

	const ended = once(group, 'close').then(([code, signal]: unknown[]) => {
		log.end();
		return typeof signal === 'string' ? `signal ${signal}` : `exit code ${String(code)}`;
	});
	const isRunning = () => group.exitCode === null && group.signalCode === null;
	const terminate = async (signal: NodeJS.Signals) => {
		if (!isRunning()) return;
		signalGroup(group, signal);
		const killTimer = new AbortController();
		const killed = delay(KILL_DELAY_MS, undefined, { signal: killTimer.signal }).then(
			() => {
				signalGroup(group, 'SIGKILL');
			},
			() => undefined,
		);
		await ended;
		killTimer.abort();
		await killed;
	};

	return {
		name,
		logFile,
		isRunning,
		ended,
		lastLines: () => [...lines],
		stop: () => terminate('SIGTERM'),
		kill: () => terminate('SIGKILL'),
	};
}
