import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signalGroup, spawnGroup } from './process-group.ts';

const SHOWN_LINES = 20;
const LIFELINE = pathToFileURL(path.join(import.meta.dirname, 'lifeline.ts')).href;
const GRACE_MS = 10_000;

/** A program that runs until it is stopped: the gateway or n8n. */
export type Service = {
	name: string;
	logFile: string;
	isRunning: () => boolean;
	/** Settles when the program has ended, with how it ended in words. */
	ended: Promise<string>;
	/** The last lines it has written, newest last. */
	lastLines: () => string[];
	/** Asks it to end, insists after 10 seconds, and settles when it is gone. */
	stop: () => Promise<void>;
	/** Ends it at once, as a crash would. */
	kill: () => Promise<void>;
};

type ServiceDescription = {
	name: string;
	/** The script that Node runs, and its arguments. */
	script: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	onLine?: (line: string) => void;
	/** What is kept of a line in the log file; the whole line where this is absent. */
	kept?: (line: string) => string;
};

/** Starts a program under the Node that runs this, with everything it writes kept in a log file. */
export function startService(description: ServiceDescription): Service {
	const { name, logFile } = description;
	mkdirSync(path.dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile, { flags: 'a' });
	log.write(`--- ${name} started ${new Date().toISOString()}\n`);

	const args = ['--import', LIFELINE, ...description.script];
	const group = spawnGroup(process.execPath, args, description.cwd, description.env);
	const lines: string[] = [];
	for (const stream of [group.stdout, group.stderr]) {
		createInterface(stream).on('line', (line) => {
			const kept = description.kept?.(line) ?? line;
			log.write(`${kept}\n`);
			lines.push(kept);
			if (lines.length > SHOWN_LINES) lines.shift();
			description.onLine?.(line);
		});
	}

	const ended = once(group, 'close').then(([code, signal]: unknown[]) => {
		log.end();
		return typeof signal === 'string' ? `signal ${signal}` : `exit code ${String(code)}`;
	});
	const isRunning = () => group.exitCode === null && group.signalCode === null;
	const end = async (signal: NodeJS.Signals) => {
		if (!isRunning()) return;
		signalGroup(group, signal);
		const insist = new AbortController();
		const insisting = delay(GRACE_MS, undefined, { signal: insist.signal }).then(
			() => {
				signalGroup(group, 'SIGKILL');
			},
			() => undefined,
		);
		await ended;
		insist.abort();
		await insisting;
	};

	return {
		name,
		logFile,
		isRunning,
		ended,
		lastLines: () => [...lines],
		stop: () => end('SIGTERM'),
		kill: () => end('SIGKILL'),
	};
}
