import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFailure, answerJson, GraphFailure } from './answers.ts';
import { CONTROLS } from './control.ts';
import { answerGraph } from './graph.ts';
import { createWorld } from './world.ts';

/** Starts Meta's Graph API on this machine, as far as a gateway uses it, with /control for tests. */
export async function startCloudApiServer(): Promise<{ url: string; server: Server }> {
	const world = createWorld();
	let origin = '';

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const bytes = Buffer.concat(chunks);
		const url = new URL(request.url ?? '/', origin);
		const [first = '', ...path] = url.pathname.split('/').slice(1);
		if (first === 'control') {
			const control = CONTROLS[path[0] ?? ''];
			if (control === undefined) throw new Error(`There is no control ${url.pathname}.`);
			const body = (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as never;
			answerJson(response, 200, await control(world, body));
			return;
		}
		if (!/^v\d+\.\d+$/.test(first)) throw new GraphFailure(400, 2635, 'Unknown API version');
		const { method = 'GET', headers } = request;
		const query = Object.fromEntries(url.searchParams);
		answerGraph(world, { method, path, query, headers, bytes, origin }, response);
	}

	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			if (error instanceof GraphFailure) answerFailure(response, error);
			else answerFailure(response, new GraphFailure(500, 1, String(error)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url: origin, server };
}
