import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Step } from './answer-case.ts';
import { runSteps } from './run-steps.ts';

/** What stands where the gateway expects Meta: honest for innocent numbers, and lying where it is told to. */
export interface FaultyMeta {
	graphUrl: string;
	/** The next lie for a request about this identifier: a number, a file. Without one, unknown files are not found. */
	lie(id: string, take: () => readonly Step[] | null): void;
	close(): void;
}

/** Numbers of attacked instances: the stand-in for Meta does not know them. */
const ATTACKED = /^9\d{14}$/;

/** `honest`: the stand-in for Meta. `onMessage` hears the text of each message that it is handed. */
export async function startFaultyMeta(
	honest: string,
	onMessage: (text: string) => void,
): Promise<FaultyMeta> {
	const lies = new Map<string, () => readonly Step[] | null>();
	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const path = request.url ?? '/';
		const id = /^\/v[\d.]+\/(?:files\/)?([^/?]+)/.exec(path)?.[1] ?? '';
		const steps = lies.get(id)?.() ?? null;
		if (steps !== null && response.socket !== null) {
			await runSteps(response.socket, steps);
			return;
		}
		if (ATTACKED.test(id) || lies.has(id) || id === '404') {
			plainly(id, request, response);
			return;
		}
		const body = Buffer.concat(chunks);
		const { authorization = '', 'content-type': type } = request.headers;
		const answered = await fetch(honest + path, {
			method: request.method ?? 'GET',
			headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
			...(body.length === 0 ? {} : { body }),
		});
		response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
		response.end(Buffer.from(await answered.arrayBuffer()));
		const text = /"body":"([^"]*)"/.exec(body.toString())?.[1];
		if (text !== undefined && answered.ok) onMessage(text);
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`,
		lie: (id, take) => void lies.set(id, take),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Meta's responses for an attacked number and for an unknown file. */
function plainly(id: string, request: IncomingMessage, response: ServerResponse): void {
	const [status, body] = !ATTACKED.test(id)
		? [404, { error: { code: 100, message: 'There is no such file.' } }]
		: request.method === 'GET'
			? [
					200,
					{
						id,
						display_phone_number: `+1 ${id.slice(-7)}`,
						verified_name: 'Attacked',
						code_verification_status: 'VERIFIED',
					},
				]
			: [200, { messages: [{ id: `wamid.${Math.random()}` }], id: '1' }];
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
