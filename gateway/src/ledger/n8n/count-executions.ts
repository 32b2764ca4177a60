import { HOUR } from '../../domain/duration.ts';
import type { WebhookId } from '../../domain/ids.ts';
import { startOfHour } from '../hours.ts';
import { readSucceededByHour } from '../../store/webhooks/attempt-counts.ts';
import type { Db } from '../../store/schema.ts';
import type { N8nApi, N8nExecution, N8nPage, N8nWorkflow } from './n8n-api.ts';

/** Most pages of workflows, of executions of one workflow, and of all executions together. */
const PAGE_LIMITS = { workflows: 8, executions: 8, total: 60 };
/** The modes of production executions by a webhook; manual ones and retries have other modes. */
const COUNTED_MODES: readonly string[] = ['webhook', 'trigger'];
const FAILED: readonly string[] = ['error', 'crashed', 'canceled'];

/** The webhook of a workflow's trigger. */
interface TriggerWebhook {
	id: WebhookId;
	url: string;
}

/** The executions of a workflow in an hour, and the deliveries to the webhook of its trigger. */
export interface WorkflowHour {
	/** When the hour begins, in epoch milliseconds. */
	from: number;
	workflowId: string;
	workflowName: string;
	webhookId: WebhookId;
	/** Deliveries that n8n acknowledged. */
	delivered: number;
	/** Executions that were started. */
	started: number;
	succeeded: number;
	failed: number;
	/** Whether there were more executions than are read. */
	truncated: boolean;
}

/**
 * Counts by hour the executions in n8n of the workflows that webhooks belong to, newest hour first. A webhook belongs
 * to a workflow if its URL contains the id under which n8n registered a node of it. The range is in epoch milliseconds.
 * Throws N8nError.
 */
export async function countExecutions(
	{ api, db }: { api: N8nApi; db: Db },
	webhooks: readonly TriggerWebhook[],
	range: { from: number; to: number },
): Promise<WorkflowHour[]> {
	const workflowOf = await findWorkflows(api);
	const triggers = webhooks.flatMap((webhook) => {
		const workflow = workflowOf(webhook.url);
		return workflow === undefined ? [] : [{ webhookId: webhook.id, workflow }];
	});
	const from = startOfHour(range.from);
	const to = startOfHour(range.to) + HOUR;
	const delivered = await readSucceededByHour(
		db,
		triggers.map(({ webhookId }) => webhookId),
		{ from, to },
	);
	const hours: WorkflowHour[] = [];
	let pagesLeft = PAGE_LIMITS.total;
	for (const { webhookId, workflow } of triggers) {
		const pages = Math.min(PAGE_LIMITS.executions, pagesLeft);
		const read = await readPages(
			(cursor) => api.listExecutions(workflow.id, { from, to }, cursor),
			pages,
			// The newest are first: a version of n8n that does not know the range returns older ones as well.
			(page) => page.items.some(({ startedAt }) => startedAt !== null && Date.parse(startedAt) < from),
		);
		pagesLeft -= read.pages;
		hours.push(
			...hoursOf(read.items, { from, to }, (start) => ({
				from: start,
				workflowId: workflow.id,
				workflowName: workflow.name,
				webhookId,
				delivered: delivered(webhookId, start),
				truncated: read.truncated,
			})),
		);
	}
	return hours.sort((a, b) => b.from - a.from);
}

/** Returns the workflow of the node that a webhook's URL names. */
async function findWorkflows(api: N8nApi): Promise<(url: string) => N8nWorkflow | undefined> {
	const { items } = await readPages((cursor) => api.listWorkflows(cursor), PAGE_LIMITS.workflows);
	const byNode = new Map(
		items.flatMap((workflow) =>
			workflow.nodes.flatMap(({ webhookId }) =>
				typeof webhookId === 'string' && webhookId !== '' ? [[webhookId, workflow] as const] : [],
			),
		),
	);
	return (url) => {
		for (const part of new URL(url).pathname.split('/')) {
			const workflow = byNode.get(part);
			if (workflow !== undefined) return workflow;
		}
		return undefined;
	};
}

async function readPages<Item>(
	load: (cursor: string | null) => Promise<N8nPage<Item>>,
	limit: number,
	isLast: (page: N8nPage<Item>) => boolean = () => false,
): Promise<{ items: Item[]; pages: number; truncated: boolean }> {
	const items: Item[] = [];
	let cursor: string | null = null;
	for (let pages = 0; pages < limit; pages += 1) {
		const page: N8nPage<Item> = await load(cursor);
		items.push(...page.items);
		if (page.next === null || isLast(page)) return { items, pages: pages + 1, truncated: false };
		cursor = page.next;
	}
	return { items, pages: limit, truncated: true };
}

type Counts = Pick<WorkflowHour, 'started' | 'succeeded' | 'failed'>;

/** Counts executions by the hour in which they were started; hours with neither executions nor deliveries are left out. */
function hoursOf(
	executions: readonly N8nExecution[],
	{ from, to }: { from: number; to: number },
	describe: (start: number) => Omit<WorkflowHour, keyof Counts>,
): WorkflowHour[] {
	const counts = new Map<number, Counts>();
	for (const { mode, status, startedAt } of executions) {
		const at = startedAt === null ? Number.NaN : Date.parse(startedAt);
		if (!COUNTED_MODES.includes(mode) || !(at >= from && at < to)) continue;
		const start = startOfHour(at);
		const hour = counts.get(start) ?? { started: 0, succeeded: 0, failed: 0 };
		hour.started += 1;
		if (status === 'success') hour.succeeded += 1;
		if (status !== undefined && FAILED.includes(status)) hour.failed += 1;
		counts.set(start, hour);
	}
	const starts = Array.from({ length: (to - from) / HOUR }, (_, index) => from + index * HOUR);
	return starts
		.map((start) => ({
			...describe(start),
			...(counts.get(start) ?? { started: 0, succeeded: 0, failed: 0 }),
		}))
		.filter(({ started, delivered }) => started + delivered > 0);
}
