import { Agent, type Dispatcher } from 'undici';
import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { codeOf } from '../../lib/errors/error-code.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';

/** How n8n's public API is reached. */
export interface N8nSettings {
	/** The address of n8n, such as https://n8n.example.com. */
	url: string;
	apiKey: string;
}

/** Milliseconds for one request, and to open its connection. */
const TIME_LIMIT = 10_000;
const CONNECT_TIMEOUT = 3000;
/** The most bytes of an answer: 250 workflows with all their nodes have some megabytes. */
const MAX_ANSWER = 16 * 1024 * 1024;
/** The most items of one page that n8n allows. */
const PAGE_SIZE = 250;

const Workflow = Type.Object({
	id: Type.String(),
	name: Type.String(),
	nodes: Type.Array(Type.Object({ webhookId: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
});
const Execution = Type.Object({
	id: Type.Union([Type.String(), Type.Number()]),
	mode: Type.String(),
	status: Type.Optional(Type.String()),
	startedAt: Type.Union([Type.String(), Type.Null()]),
});

function pageOf<Item extends TSchema>(item: Item) {
	return Type.Object({
		data: Type.Array(item),
		nextCursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
	});
}
const workflowPage = Compile(pageOf(Workflow));
const executionPage = Compile(pageOf(Execution));
export type N8nWorkflow = Static<typeof Workflow>;
export type N8nExecution = Static<typeof Execution>;

/** n8n could not be read; the message has the remedy. */
export class N8nError extends ExplainedError {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'N8nError';
	}
}

/** One page of a list, and the cursor of the next page; null: it is the last one. */
export interface N8nPage<Item> {
	items: Item[];
	next: string | null;
}

/** n8n's public API (https://docs.n8n.io/api/). Every method throws N8nError. */
export interface N8nApi {
	/** Active workflows with their nodes. */
	listWorkflows(cursor: string | null): Promise<N8nPage<N8nWorkflow>>;
	/**
	 * Executions of a workflow, newest first, in a range of epoch milliseconds. Versions of n8n that do not know the range
	 * return all executions.
	 */
	listExecutions(
		workflowId: string,
		range: { from: number; to: number },
		cursor: string | null,
	): Promise<N8nPage<N8nExecution>>;
	close(): Promise<void>;
}

export function createN8nApi({ url, apiKey }: N8nSettings): N8nApi {
	const base = new URL(url);
	const agent = new Agent({
		allowH2: false,
		connections: 2,
		connect: { timeout: CONNECT_TIMEOUT },
		headersTimeout: TIME_LIMIT,
		bodyTimeout: TIME_LIMIT,
		maxResponseSize: MAX_ANSWER,
	});
	const path = base.pathname.replace(/\/$/, '');

	async function answerOf(resource: string, query: Record<string, string>): Promise<unknown> {
		const response = await agent.request({
			origin: base.origin,
			path: `${path}/api/v1/${resource}`,
			method: 'GET',
			query,
			headers: { 'x-n8n-api-key': apiKey, accept: 'application/json' },
			signal: AbortSignal.timeout(TIME_LIMIT),
		});
		// The body can fail before anything reads it, which must not be an uncaught error.
		response.body.on('error', () => undefined);
		if (response.statusCode !== 200) {
			await response.body.dump();
			throw refusal(response);
		}
		return response.body.json();
	}

	async function list<Item>(
		page: { Check(value: unknown): boolean },
		resource: string,
		query: Record<string, string>,
		cursor: string | null,
	): Promise<N8nPage<Item>> {
		const parameters = { ...query, limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) };
		const answer = await answerOf(resource, parameters).catch((error: unknown) => {
			throw error instanceof N8nError ? error : noAnswer(error);
		});
		if (!page.Check(answer)) throw new N8nError('The answer is not one of n8n. Check GATEWAY_N8N_URL.');
		const { data, nextCursor } = answer as { data: Item[]; nextCursor?: string | null };
		return { items: data, next: nextCursor ?? null };
	}

	return {
		listWorkflows: (cursor) => list(workflowPage, 'workflows', { active: 'true' }, cursor),
		listExecutions(workflowId, { from, to }, cursor) {
			const range = { startedAfter: isoOf(from), startedBefore: isoOf(to) };
			return list(executionPage, 'executions', { workflowId, ...range }, cursor);
		},
		close: () => agent.close(),
	};
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}

function refusal({ statusCode }: Dispatcher.ResponseData): N8nError {
	if (statusCode === 401 || statusCode === 403) {
		return new N8nError(
			`n8n refuses the API key (${statusCode}). Make one in n8n under Settings > n8n API, with the scopes execution:list and workflow:list, and set GATEWAY_N8N_API_KEY to it.`,
		);
	}
	if (statusCode === 404) {
		return new N8nError(
			'There is no API of n8n at GATEWAY_N8N_URL (404). Check the address, and that the public API is not turned off.',
		);
	}
	return new N8nError(`n8n answered with ${statusCode}. Try again later.`);
}

function noAnswer(error: unknown): N8nError {
	const reason = codeOf(error) || (error instanceof Error ? error.name : 'an unknown error');
	return new N8nError(
		`n8n did not answer (${reason}). Check that it runs, and that GATEWAY_N8N_URL is its address for the gateway.`,
		{ cause: error },
	);
}
