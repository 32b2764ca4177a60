import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../playground/src/process/ports.ts';
import { processorTime } from '../server/process-figures.ts';

/** A Redis server in a temporary folder. */
export interface Redis {
	port: number;
	/** Returns its processor time in seconds. */
	processorTime(): number;
	stop(): Promise<void>;
}

/**
 * Starts the `redis-server` of the system. It writes each command to the disk before it answers, as PostgreSQL does with a
 * commit: with its default settings it would lose the jobs of the last seconds or minutes in a power failure.
 */
export async function startRedis(): Promise<Redis> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-redis-'));
	const port = await findFreePort();
	const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
	const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
	const server = spawn('redis-server', [...own, ...durable], { stdio: ['ignore', 'pipe', 'inherit'] });
	const kill = (): void => void server.kill('SIGKILL');
	process.once('exit', kill);
	const gone = once(server, 'close').catch((error: unknown) => {
		throw new Error('redis-server did not start. Install Redis.', { cause: error });
	});
	let log = '';
	const ready = new Promise<void>((resolve) => {
		server.stdout.on('data', (chunk: Buffer) => {
			log += chunk.toString();
			if (log.includes('Ready to accept connections')) resolve();
		});
	});
	const ended = gone.then(() => {
		throw new Error(`redis-server ended: ${log}`);
	});
	ended.catch(() => undefined);
	await Promise.race([ready, ended]);
	return {
		port,
		processorTime: () => processorTime(server.pid ?? 0),
		async stop() {
			kill();
			await gone;
			process.removeListener('exit', kill);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
