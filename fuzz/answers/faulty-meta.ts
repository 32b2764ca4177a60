import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Step } from './answer-case.ts';
import { runSteps } from './run-steps.ts';

/** A server in place of Meta: passes requests on to the stand-in for Meta, and sends faulty responses where they are set. */
export interface FaultyMeta {
	graphUrl: string;
	/**
	 * Sets the response to requests for an id of a number or a file. `nextSteps` returns null for the correct response.
	 */
	setFault(id: string, nextSteps: () => readonly Step[] | null): void;
	close(): void;
}

/** Numbers of attacked instances, which the stand-in for Meta does not have. */
const ATTACKED = /^9\d{14}$/;

/** `standIn`: the origin of the stand-in for Meta. Calls `onMessage` with the text of each message that it accepts. */
export async function startFaultyMeta(
	standIn: string,
	onMessage: (text: string) => void,
): Promise<FaultyMeta> {
	const faults = new Map<string, () => readonly Step[] | null>();
	const server = createServer((request, response) => {
		respond(request, response).catch(() => response.destroy());
	});

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const path = request.url ?? '/';
		const id = /^\/v[\d.]+\/(?:files\/)?([^/?]+)/.exec(path)?.[1] ?? '';
		const steps = faults.get(id)?.() ?? null;
		if (steps !== null && response.socket !== null) {
			await runSteps(response.socket, steps);
			return;
		}
		if (ATTACKED.test(id) || faults.has(id) || id === '404') {
			sendCorrectResponse(id, request, response);
			return;
		}
		const body = Buffer.concat(chunks);
		const { authorization = '', 'content-type': type } = request.headers;
		const passedOn = await fetch(standIn + path, {
			method: request.method ?? 'GET',
			headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
			...(body.length === 0 ? {} : { body }),
		});
		response.writeHead(passedOn.status, { 'content-type': passedOn.headers.get('content-type') ?? '' });
		response.end(Buffer.from(await passedOn.arrayBuffer()));
		const text = /"body":"([^"]*)"/.exec(body.toString())?.[1];
		if (text !== undefined && passedOn.ok) onMessage(text);
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`,
		setFault: (id, nextSteps) => void faults.set(id, nextSteps),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Sends Meta's response for an attacked number or an unknown file. */
function sendCorrectResponse(id: string, request: IncomingMessage, response: ServerResponse): void {
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
