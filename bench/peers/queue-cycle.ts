import path from 'node:path';
import type { Engine } from '../server/engine.ts';
import { processorTime } from '../server/process-figures.ts';
import { startWorker } from '../worker.ts';
import { measureRun, type Figures } from './figures.ts';
import type { CycleSettings } from './gateway-cycle.ts';
import type { QueueName, QueueRequest, RunResult } from './protocol.ts';
import { startRedis } from './redis.ts';

/** Jobs that a queue executes at the same time. */
const CONCURRENCY = 32;

/** A job of a queue posts a body of the gateway's event to the same receiver. */
export async function measureQueue(
	queue: QueueName,
	engine: Engine,
	body: string,
	settings: CycleSettings,
): Promise<Figures> {
	const storage = await engine.createStorage();
	const { DATABASE_URL: databaseUrl = '' } = storage.settings;
	const redis = await startRedis();
	const file = path.join(import.meta.dirname, 'queue-process.ts');
	const worker = startWorker<QueueRequest, RunResult>(file);
	try {
		await worker.request({
			kind: 'open',
			queue,
			databaseUrl,
			redisPort: redis.port,
			receiverUrl: settings.receiverUrl,
			concurrency: CONCURRENCY,
		});
		const { connections, window } = settings;
		const run = (seconds: number): Promise<RunResult> =>
			worker.request({ kind: 'run', body, seconds, connections, window });
		await run(settings.warmUp);
		return await measureRun(
			() => run(settings.seconds),
			() => ({
				worker: processorTime(worker.pid),
				database: queue === 'bullmq' ? redis.processorTime() : engine.processorTime(),
			}),
		);
	} finally {
		await worker.end();
		await redis.stop();
		await storage.remove();
	}
}
