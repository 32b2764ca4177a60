import { createConnection } from 'node:net';
import { once } from 'node:events';
import { findFreePort } from '../../../../playground/src/process/ports.ts';
import { signalGroup, spawnGroup } from '../../../../playground/src/process/process-group.ts';
import { until } from '../../../../playground/src/process/until.ts';

export type RedisServer = { port: number; stop: () => Promise<void> };

/** Starts Redis on a free port. It stores nothing on the disk. Throws when redis-server is not installed. */
export async function startRedis(folder: string): Promise<RedisServer> {
	const port = await findFreePort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const server = spawnGroup('redis-server', args, folder, process.env);
	const failed = once(server, 'error').then(([error]: unknown[]) => {
		throw new Error('Redis did not start: install redis-server.', { cause: error });
	});
	server.stdout.resume();
	server.stderr.resume();
	const responds = until({ what: 'Redis to respond', seconds: 20, everyMs: 100 }, () => ping(port));
	await Promise.race([responds, failed]);
	return {
		port,
		async stop() {
			if (server.exitCode !== null || server.signalCode !== null) return;
			const ended = once(server, 'exit');
			signalGroup(server, 'SIGTERM');
			await ended;
		},
	};
}

async function ping(port: number): Promise<true> {
	const socket = createConnection(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		socket.write('PING\r\n');
		const [answer] = (await once(socket, 'data')) as [Buffer];
		if (!answer.toString().startsWith('+PONG')) throw new Error(answer.toString());
		return true;
	} finally {
		socket.destroy();
	}
}
