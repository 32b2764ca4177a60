import path from 'node:path';
import { startWorker, type Worker } from '../worker.ts';
import type { ReceiverRequest, ReceiverReply } from './receiver-protocol.ts';

export type Receiver = Worker<ReceiverRequest, ReceiverReply>;

/** Starts a receiver in its own process. Returns it with its URL. */
export async function startReceiver(): Promise<{ receiver: Receiver; url: string }> {
	const receiver: Receiver = startWorker(path.join(import.meta.dirname, 'receiver.ts'));
	const { url = '' } = await receiver.request('url');
	return { receiver, url };
}
