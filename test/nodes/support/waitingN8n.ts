import './n8nEnvironment.ts';

import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { Container } from '@n8n/di';
import { InstanceSettings, validateUrlSignature, WAITING_TOKEN_QUERY_PARAM, WebhookContext } from 'n8n-core';
import type { INode, INodeExecutionData, INodeParameters, IWebhookFunctions, Workflow } from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import type { BeforeResponse } from './hangUp.ts';
import type { HttpServer } from './httpServer.ts';
import { readBody, startHttpServer } from './httpServer.ts';
import { ACTION_NODE, nodeTypes } from './loadedPackage.ts';
import type { NodeRun, StoredExecution } from './runNode.ts';
import { createExecution, runExecution, createWorkflow } from './runNode.ts';

const PATH = /^\/webhook-waiting\/([^/?]+)\/([^/?]+)/;

/**
 * The part of n8n that handles waiting executions: stores them as JSON, finds them by their signed URLs, and resumes
 * them, as n8n 2.41 does in its `waiting-webhooks`, `webhook-helpers` and `wait-tracker`.
 */
export class WaitingN8n {
	/** The results of the resumed executions, in order. */
	readonly finishedRuns: NodeRun[] = [];

	/** Whether n8n can resume executions; if not, it responds with 500 to a request that would resume one. */
	acceptsExecutions = true;

	/** Called when the node has handled a request, before n8n responds: its database may be slow. */
	beforeResponse: BeforeResponse = () => Promise.resolve();

	/** The errors that the node threw. */
	readonly failures: unknown[] = [];

	private readonly credential: GatewayCredential;
	private readonly waiting = new Map<string, StoredExecution>();
	private readonly ends = new EventEmitter();
	private readonly responses = new EventEmitter();
	private server: HttpServer | undefined;

	constructor(credential: GatewayCredential) {
		this.credential = credential;
	}

	get url(): string {
		return this.server?.url ?? '';
	}

	async listen(): Promise<void> {
		this.server = await startHttpServer((request, response) => void this.handle(request, response));
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	/** Runs the node with settings such as its name; stores the execution when it waits. */
	async run(
		parameters: INodeParameters,
		items: INodeExecutionData[] = [{ json: {} }],
		settings: Partial<INode> = {},
	): Promise<NodeRun> {
		const execution = createExecution(parameters, items, settings);
		const run = await runExecution(this.credential, execution, this.url);
		if (run.waitTill) this.waiting.set(run.stored.id, run.stored);
		return run;
	}

	/** Waits for the end of the next resumed execution. */
	async nextEnd(): Promise<NodeRun> {
		const count = this.finishedRuns.length;
		for (;;) {
			const end = this.finishedRuns[count];
			if (end) return end;
			await once(this.ends, 'end');
		}
	}

	/** Waits for the response to the next request and returns its status. */
	async nextResponseStatus(): Promise<number> {
		const [status] = (await once(this.responses, 'response')) as [number];
		return status;
	}

	/** Resumes an execution as at its time limit. */
	async timeOut({ stored }: NodeRun): Promise<NodeRun> {
		this.waiting.delete(stored.id);
		return await runExecution(this.credential, copyOf(stored), this.url);
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		response.on('finish', () => this.responses.emit('response', response.statusCode));
		const [, executionId = '', suffix] = PATH.exec(request.url ?? '') ?? [];
		const url = new URL(request.url ?? '', this.url);
		const token = url.searchParams.get(WAITING_TOKEN_QUERY_PARAM) ?? '';
		if (!validateUrlSignature(token, url, Container.get(InstanceSettings).hmacSignatureSecret)) {
			reply(response, 401, { message: 'Invalid token' });
			return;
		}
		const stored = this.waiting.get(executionId);
		if (stored?.node.id !== suffix || stored?.node.parameters.operation !== SEND_AND_WAIT_OPERATION) {
			reply(response, 404, { message: `The execution "${executionId}" does not exist.` });
			return;
		}
		try {
			await this.resume(copyOf(stored), request, response);
		} catch (error) {
			this.failures.push(error);
			if (!response.headersSent) reply(response, 500, { message: 'Error in workflow' });
		}
	}

	private async resume(execution: StoredExecution, request: IncomingMessage, response: ServerResponse) {
		const { data, node, id } = execution;
		const [entry] = data.executionData?.nodeExecutionStack ?? [];
		if (!entry) throw new Error('The execution has no waiting node');
		entry.node.disabled = true;
		delete data.waitTill;

		const rawBody = await readBody(request);
		const httpRequest = Object.assign(request, { rawBody, body: {}, params: {}, query: {} });
		const httpResponse = Object.assign(response, {
			status: (status: number) => ({
				json: (content: object) => {
					reply(response, status, content);
				},
			}),
		});
		const workflow = createWorkflow(node);
		const type = nodeTypes.getByNameAndVersion(ACTION_NODE, 1);
		const [webhookDescription] = type.description.webhooks ?? [];
		if (!webhookDescription) throw new Error('The node has no webhook');
		const additionalData = createAdditionalData(this.credential, this.url, id);
		const context = new WebhookContext(
			workflow,
			entry.node,
			{ ...additionalData, httpRequest, httpResponse } as never,
			'manual',
			{
				httpMethod: 'POST',
				node: node.name,
				path: node.id,
				webhookDescription,
				workflowId: 'workflow',
				workflowExecuteAdditionalData: additionalData,
			},
			[],
			data,
		);
		const result = await withIsolate(
			workflow,
			async () => await type.webhook?.call(context as IWebhookFunctions),
		);
		await this.beforeResponse(response);
		const { workflowData, noWebhookResponse } = result ?? {};
		if (!workflowData) {
			if (!noWebhookResponse) reply(response, 200, { message: 'Webhook call received' });
			return;
		}

		if (!this.acceptsExecutions) {
			reply(response, 500, { message: 'There was a problem executing the workflow' });
			return;
		}
		this.waiting.delete(id);
		data.resultData.runData[node.name]?.pop();
		entry.data.main = workflowData;
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
		reply(response, 200, { message: 'Workflow was started' });
		this.finishedRuns.push(await runExecution(this.credential, execution, this.url));
		this.ends.emit('end');
	}
}

/** Runs a function while the workflow has an isolate for its expressions. */
async function withIsolate<T>({ expression }: Workflow, run: () => Promise<T>): Promise<T> {
	await expression.acquireIsolate();
	try {
		return await run();
	} finally {
		await expression.releaseIsolate();
	}
}

function copyOf(stored: StoredExecution): StoredExecution {
	return JSON.parse(JSON.stringify(stored)) as StoredExecution;
}

function reply(response: ServerResponse, status: number, content: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
