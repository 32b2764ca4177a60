import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An execution as n8n's public API lists it. */
export interface ListedExecution {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	startedAt: string | null;
}

/** A stand-in for the public API of n8n, with one active workflow. Cursors are opaque. */
export interface N8nStandIn {
	url: string;
	executions: ListedExecution[];
	/** Answers all requests with this instead; null: as n8n does. */
	answerWith: { status: number; body: string } | 'nothing' | null;
	close(): Promise<void>;
}

export const N8N_KEY = 'n8n-key-of-the-tests';

/** Starts the stand-in. By default, its pages have two items. */
export async function startN8nStandIn(nodeWebhookId: string, pageSize = 2): Promise<N8nStandIn> {
	const workflow = {
		id: 'wf1',
		name: 'Answer customers',
		active: true,
		nodes: [
			{ name: 'Note', type: 'n8n-nodes-base.stickyNote' },
			{ name: 'Trigger', webhookId: nodeWebhookId },
		],
	};
	const server: Server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', standIn.url);
		if (standIn.answerWith === 'nothing') return;
		if (standIn.answerWith !== null) {
			response.writeHead(standIn.answerWith.status).end(standIn.answerWith.body);
			return;
		}
		if (request.headers['x-n8n-api-key'] !== N8N_KEY) {
			response.writeHead(401).end('{"message":"unauthorized"}');
			return;
		}
		const items =
			pathname === '/n8n/api/v1/workflows'
				? [workflow]
				: standIn.executions.filter(({ workflowId }) => workflowId === searchParams.get('workflowId'));
		const cursor = searchParams.get('cursor');
		const start = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64').toString());
		const next = start + pageSize;
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({
				data: items.slice(start, next),
				nextCursor: next < items.length ? Buffer.from(String(next)).toString('base64') : null,
			}),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const standIn: N8nStandIn = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/n8n`,
		executions: [],
		answerWith: null,
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
	return standIn;
}
