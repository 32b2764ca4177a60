import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that handles messages. */
export interface Worker<Message, Reply> {
	pid: number;
	/** Sends a message and resolves with the reply. Rejects when the process ends first. */
	request(message: Message): Promise<Reply>;
	/** Sends a message that gets no reply. */
	notify(message: Message): void;
	end(): Promise<void>;
}

interface Envelope<Content> {
	number: number;
	content: Content;
}

/** Runs a module in its own process, so that its processor time is not counted as that of the measured process. */
export function startWorker<Message, Reply>(module: string): Worker<Message, Reply> {
	const child = fork(module, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const waiting = new Map<number, (reply: Reply) => void>();
	const gone = once(child, 'close');
	let last = 0;
	child.on('message', (message) => {
		const { number, content } = message as Envelope<Reply>;
		waiting.get(number)?.(content);
		waiting.delete(number);
	});
	const send = (content: Message): number => {
		last += 1;
		child.send({ number: last, content });
		return last;
	};
	return {
		pid: child.pid ?? 0,
		request: (message) =>
			new Promise((resolve, reject) => {
				waiting.set(send(message), resolve);
				void gone.then(() => {
					reject(new Error(`${module} ended before it replied.`));
				});
			}),
		notify: (message) => void send(message),
		async end() {
			child.kill('SIGKILL');
			await gone;
		},
	};
}

/** Handles the messages to this process. A handler that returns undefined sends no reply. */
export function serveRequests(handle: (message: unknown) => unknown): void {
	process.on('message', (envelope) => {
		const { number, content } = envelope as Envelope<unknown>;
		void Promise.resolve(handle(content)).then((reply) => {
			if (reply !== undefined) process.send?.({ number, content: reply });
		});
	});
	process.once('disconnect', () => process.exit());
}
