import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A worker process that handles requests, one at a time. */
export interface Worker<Question, Reply> {
	pid: number;
	ask(question: Question): Promise<Reply>;
	/** Sends a message without waiting for a response. */
	tell(question: Question): void;
	end(): Promise<void>;
}

interface Envelope<Content> {
	number: number;
	content: Content;
}

/** Runs a module as a process of its own, so that its work is not counted as that of whom it measures. */
export function startWorker<Question, Reply>(module: string): Worker<Question, Reply> {
	const child = fork(module, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const waiting = new Map<number, (reply: Reply) => void>();
	const gone = once(child, 'close');
	let last = 0;
	child.on('message', (message) => {
		const { number, content } = message as Envelope<Reply>;
		waiting.get(number)?.(content);
		waiting.delete(number);
	});
	const send = (content: Question): number => {
		last += 1;
		child.send({ number: last, content });
		return last;
	};
	return {
		pid: child.pid ?? 0,
		ask: (question) =>
			new Promise((resolve, reject) => {
				waiting.set(send(question), resolve);
				void gone.then(() => {
					reject(new Error(`${module} ended while it was asked something.`));
				});
			}),
		tell: (question) => void send(question),
		async end() {
			child.kill('SIGKILL');
			await gone;
		},
	};
}

/** Handles the requests to this process; a handler that returns undefined sends no response. */
export function serveRequests(answer: (question: unknown) => unknown): void {
	process.on('message', (message) => {
		const { number, content } = message as Envelope<unknown>;
		void Promise.resolve(answer(content)).then((reply) => {
			if (reply !== undefined) process.send?.({ number, content: reply });
		});
	});
	process.once('disconnect', () => process.exit());
}
