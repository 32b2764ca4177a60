import './n8nEnvironment.ts';

import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import type { BeforeResponse } from './hangUp.ts';
import type { HttpServer } from './httpServer.ts';
import { readBody, startHttpServer } from './httpServer.ts';
import { loadedPackage, NEWEST_VERSION } from './loadedPackage.ts';
import { executeTrigger } from './triggerExecution.ts';
import {
	createTriggerWebhook,
	createTriggerWorkflow,
	getTrigger,
	triggerType,
	WEBHOOK_ID,
} from './triggerWorkflow.ts';

export type Listener = 'production' | 'test';
type LifecycleMethod = 'checkExists' | 'create' | 'delete';
type StaticData = Record<string, IDataObject>;

const PATHS: Record<Listener, string> = { production: '/webhook/', test: '/webhook-test/' };

/**
 * The part of n8n that runs a workflow with the trigger: activates it, listens for tests, stores its static data and
 * serves its webhooks over HTTP. Calls the node with n8n-core's contexts, in the modes and with the static data that
 * n8n 2.41 uses in its `webhook.service`, `webhook-trigger-registrar`, `live-webhooks` and `test-webhooks`.
 */
export class N8nHost {
	/** The parameters of the trigger node; a test may change them between two calls. */
	parameters: INodeParameters;

	/** The credential of the trigger node. */
	credential: GatewayCredential;

	/** The version of the trigger node. */
	typeVersion = NEWEST_VERSION;

	/** What the trigger does when it fails in an execution; by default the execution fails. */
	onError: INode['onError'];

	/** Whether the workflow was saved in n8n's editor, which gives the trigger a webhook ID. */
	isSaved = true;

	/** The ID of the workflow; another one for what another process of n8n receives. */
	workflowId = 'workflow';

	/** The reason of an activation: a person activates the workflow, or n8n starts. */
	activationMode: Extract<WorkflowActivateMode, 'activate' | 'init'> = 'activate';

	/** The static data of the active workflow, and that of the test listener. */
	readonly staticData: Record<Listener, StaticData> = { production: {}, test: {} };

	/** The start items of each execution, in order. */
	readonly starts: INodeExecutionData[][] = [];

	/** The items of the error outputs of all executions. */
	readonly errorItems: INodeExecutionData[] = [];

	/** The stored input of each execution. */
	private readonly inputs: INodeExecutionData[][][] = [];

	/** Whether n8n can store new executions; if not, it responds with 500 to a request that would start one. */
	acceptsExecutions = true;

	/** Called when the node has handled a request, before n8n responds: its database may be slow. */
	beforeResponse: BeforeResponse = () => Promise.resolve();

	/** The errors that the node threw; n8n records a failed execution for each. */
	readonly failures: unknown[] = [];

	private readonly startEvents = new EventEmitter();
	private readonly requests = new Set<Promise<void>>();
	private consumedStarts = 0;
	private server: HttpServer | undefined;

	constructor(credential: GatewayCredential, parameters: INodeParameters = {}) {
		this.credential = credential;
		this.parameters = parameters;
	}

	async listen(): Promise<void> {
		await loadedPackage.loadAll();
		this.server = await startHttpServer((request, response) => {
			const handled = this.handle(request, response);
			this.requests.add(handled);
			void handled.finally(() => this.requests.delete(handled));
		});
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	/** Returns the URL that the gateway delivers to. */
	webhookUrl(listener: Listener): string {
		return `${this.server?.url ?? ''}${PATHS[listener]}${WEBHOOK_ID}/webhook`;
	}

	/**
	 * Activates the workflow or starts a test listener: calls `create` when `checkExists` returns false. When one of them
	 * fails, calls `delete`, as n8n does, and throws the error.
	 */
	async activate(listener: Listener): Promise<void> {
		try {
			if (!(await this.call(listener, 'checkExists'))) await this.call(listener, 'create');
		} catch (error) {
			await this.call(listener, 'delete').catch((deletionError: unknown) =>
				this.failures.push(deletionError),
			);
			throw error;
		}
	}

	/** Calls one of the trigger's webhook methods. */
	async call(listener: Listener, method: LifecycleMethod): Promise<boolean> {
		const workflow = this.createWorkflow(listener, this.staticData[listener]);
		const webhook = this.createWebhook(listener);
		const [mode, activation] = getModes(listener, method, this.activationMode);
		const context = new HookContext(
			workflow,
			getTrigger(workflow),
			webhook.workflowExecuteAdditionalData,
			mode,
			activation,
			webhook,
		);
		const webhookMethods = triggerType().webhookMethods?.default;
		if (!webhookMethods) throw new Error('The trigger has no webhook methods');
		await workflow.expression.acquireIsolate();
		try {
			return await webhookMethods[method].call(context as IHookFunctions);
		} finally {
			await workflow.expression.releaseIsolate();
			this.staticData[listener] = JSON.parse(JSON.stringify(workflow.staticData)) as StaticData;
		}
	}

	/** Waits for the next execution that no call has returned yet, and returns its items. */
	async nextStart(): Promise<INodeExecutionData[]> {
		for (;;) {
			const items = this.starts[this.consumedStarts];
			if (items) {
				this.consumedStarts++;
				return items;
			}
			await once(this.startEvents, 'start');
		}
	}

	/** Retries an execution, as the button in n8n's list of executions does, and returns the items of the trigger. */
	async retry(index: number): Promise<INodeExecutionData[]> {
		const input = this.inputs[index];
		if (!input) throw new Error('There is no such execution.');
		return await this.execute('production', input);
	}

	/** Waits until every received request is handled. */
	async waitForRequests(): Promise<void> {
		await Promise.all(this.requests);
	}

	/** Sends a request to the webhook and returns the response when n8n has handled the request. */
	async post(
		listener: Listener,
		body: string | Buffer | FormData,
		headers: Record<string, string> = {},
		signal: AbortSignal | null = null,
	): Promise<{ status: number; body: unknown }> {
		const response = await fetch(this.webhookUrl(listener), { method: 'POST', body, headers, signal });
		const result = { status: response.status, body: await response.json() };
		await this.waitForRequests();
		return result;
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const listener = request.url?.startsWith(PATHS.test) ? 'test' : 'production';
		try {
			const { workflowData, noWebhookResponse } = await this.runWebhook(listener, request, response);
			await this.beforeResponse(response);
			if (workflowData && !this.acceptsExecutions)
				throw new Error('There was a problem executing the workflow');
			if (!noWebhookResponse) reply(response, 200, { message: 'Received' });
			if (!workflowData) return;
			this.inputs.push(structuredClone(workflowData));
			this.starts.push(await this.execute(listener, workflowData));
			this.startEvents.emit('start');
		} catch (error) {
			this.failures.push(error);
			if (!response.headersSent) reply(response, 500, { message: 'Error in workflow' });
		}
	}

	private async runWebhook(
		listener: Listener,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<IWebhookResponseData> {
		// Like n8n, which reads the body of every request except forms before it calls the node.
		const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
		const body = await readBody(request);
		const httpRequest = Object.assign(request, {
			...(!isForm && { rawBody: body }),
			readRawBody: () => Promise.reject(new Error('Request body stream was aborted or is not readable')),
			body: {},
			params: {},
			query: {},
		});
		const httpResponse = Object.assign(response, {
			status: (status: number) => ({
				json: (content: object) => {
					reply(response, status, content);
				},
			}),
		});

		const workflow = this.createWorkflow(listener, listener === 'test' ? {} : this.staticData.production);
		if (listener === 'test') workflow.setTestStaticData(this.staticData.test);
		const webhook = this.createWebhook(listener);
		const context = new WebhookContext(
			workflow,
			getTrigger(workflow),
			{ ...webhook.workflowExecuteAdditionalData, httpRequest, httpResponse },
			listener === 'test' ? 'manual' : 'webhook',
			webhook,
			[],
			null,
		);
		const trigger = triggerType();
		if (!trigger.webhook) throw new Error('The trigger has no webhook');
		await workflow.expression.acquireIsolate();
		try {
			return await trigger.webhook.call(context as IWebhookFunctions);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** Runs the workflow and returns the items of the first output of the trigger; keeps those of the error output. */
	private async execute(
		listener: Listener,
		workflowData: INodeExecutionData[][],
	): Promise<INodeExecutionData[]> {
		const mode = listener === 'test' ? 'manual' : 'webhook';
		const workflow = this.createWorkflow(listener, {});
		const [items = [], errorItems = []] = await executeTrigger(
			workflow,
			workflowData,
			this.createAdditionalData(),
			mode,
		);
		this.errorItems.push(...errorItems);
		return items;
	}

	private createWorkflow(listener: Listener, staticData: StaticData): Workflow {
		const { workflowId: id, parameters, typeVersion, onError, isSaved } = this;
		const active = listener === 'production';
		return createTriggerWorkflow({ id, active, parameters, typeVersion, onError, staticData, isSaved });
	}

	private createWebhook(listener: Listener): IWebhookData {
		return createTriggerWebhook(this.createAdditionalData(), listener === 'test');
	}

	private createAdditionalData(): IWorkflowExecuteAdditionalData {
		return createAdditionalData(this.credential, this.server?.url);
	}
}

/** The modes of `delete` are the same for both listeners, because n8n does not say which one ends. */
function getModes(
	listener: Listener,
	method: LifecycleMethod,
	activationMode: WorkflowActivateMode,
): [WorkflowExecuteMode, WorkflowActivateMode] {
	if (method === 'delete') return ['internal', 'update'];
	return listener === 'test' ? ['manual', 'manual'] : ['trigger', activationMode];
}

function reply(response: ServerResponse, status: number, content: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
