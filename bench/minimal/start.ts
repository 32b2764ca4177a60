import path from 'node:path';
import type { Storage } from '../server/engine.ts';
import { startWorker } from '../worker.ts';
import type { MinimalSettings } from './server.ts';

/** A running minimal gateway. It accepts each key. */
export interface MinimalGateway {
	url: string;
	key: string;
	pid: number;
	end(): Promise<void>;
}

/** Starts the minimal gateway in its own process. `receiverUrl`: of the webhook; null: messages stay queued. */
export async function startMinimalGateway(
	{ folder, settings }: Storage,
	receiverUrl: string | null,
): Promise<MinimalGateway> {
	const worker = startWorker<MinimalSettings, string>(path.join(import.meta.dirname, 'server.ts'));
	const url = await worker.request({ folder, settings, receiverUrl });
	return { url, key: 'none', pid: worker.pid, end: () => worker.end() };
}
