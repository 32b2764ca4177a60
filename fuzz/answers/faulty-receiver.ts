import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Step } from './answer-case.ts';
import { runSteps } from './run-steps.ts';

/** A webhook receiver with configurable faulty responses. */
export interface FaultyReceiver {
	/** Where the steps of the next answer are taken from. */
	url: string;
	/** What the receiver at this path does next. */
	tell(path: string, take: () => readonly Step[]): void;
	close(): void;
}

export async function startFaultyReceiver(): Promise<FaultyReceiver> {
	const next = new Map<string, () => readonly Step[]>();
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const take = next.get(request.url ?? '');
			next.delete(request.url ?? '');
			if (take === undefined || response.socket === null) response.end();
			else void runSteps(response.socket, take());
		});
		request.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		tell: (path, take) => void next.set(path, take),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
