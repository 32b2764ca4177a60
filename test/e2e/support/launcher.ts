import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../../playground/src/layout.ts';
import { until } from '../../../playground/src/process/until.ts';

/** A running `npm start`. */
export type Launch = {
	/** Returns its output so far. */
	output: () => string;
	/** Waits until it is ready and returns the printed curl command. Throws if it ends first. */
	ready: () => Promise<string>;
	signal: (signal: NodeJS.Signals) => void;
	ended: Promise<number | null>;
};

export type LaunchSettings = { dataDir: string; gatewayPort: number; n8nPort: number };

/** Runs the script of `npm start`. */
export function launch(settings: LaunchSettings, flags: string[] = []): Launch {
	const child = spawn(process.execPath, [path.join(ROOT, 'playground', 'src', 'start.ts'), ...flags], {
		cwd: ROOT,
		env: {
			...process.env,
			PLAYGROUND_DATA_DIR: settings.dataDir,
			GATEWAY_PORT: String(settings.gatewayPort),
			N8N_PORT: String(settings.n8nPort),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
	}
	const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
	return {
		output: () => text,
		ready: () =>
			until({ what: '`npm start` to be ready', seconds: 120 }, () => {
				if (child.exitCode !== null) throw new Error(text);
				const isReady = text.includes('Ctrl-C stops everything.');
				return Promise.resolve(isReady ? /^ {2}(curl .*\/messages)$/m.exec(text)?.[1] : undefined);
			}),
		signal: (signal) => child.kill(signal),
		ended,
	};
}

/** Returns all running processes that were started for a data folder (Linux only). */
export async function listProcesses(dataDir: string): Promise<{ pid: number; command: string }[]> {
	const found: { pid: number; command: string }[] = [];
	for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		try {
			const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
			if (!environment.includes(`PLAYGROUND_DATA_DIR=${dataDir}\0`)) continue;
			const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
			found.push({ pid: Number(pid), command: command.replaceAll('\0', ' ') });
		} catch {
			// The process ended in the meantime, or belongs to another user.
		}
	}
	return found;
}
