import path from 'node:path';
import { startWorker, type Worker } from '../worker.ts';
import type { ReceiverRequest, ReceiverReply } from './receiver-protocol.ts';

export type Receiver = Worker<ReceiverRequest, ReceiverReply>;

/** Starts a receiver as a process of its own; returns its address too. */
export async function startReceiver(): Promise<{ receiver: Receiver; url: string }> {
	const receiver: Receiver = startWorker(path.join(import.meta.dirname, 'receiver.ts'));
	const { url = '' } = await receiver.ask('url');
	return { receiver, url };
}
