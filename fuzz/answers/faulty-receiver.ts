import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Step } from './answer-case.ts';
import { runSteps } from './run-steps.ts';

/** A webhook receiver with configurable faulty responses. */
export interface FaultyReceiver {
	url: string;
	/** Sets the response to the next request to a path. */
	setFault(path: string, nextSteps: () => readonly Step[]): void;
	close(): void;
}

export async function startFaultyReceiver(): Promise<FaultyReceiver> {
	const faults = new Map<string, () => readonly Step[]>();
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const nextSteps = faults.get(request.url ?? '');
			faults.delete(request.url ?? '');
			if (nextSteps === undefined || response.socket === null) response.end();
			else void runSteps(response.socket, nextSteps());
		});
		request.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		setFault: (path, nextSteps) => void faults.set(path, nextSteps),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
