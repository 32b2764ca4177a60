import type { Connection } from './connection.ts';
import type { Statement } from './record-statements.ts';
import { GROWING, MANY_ROWS, PARTIAL_INDEXES } from './scans.ts';

/** A node of a plan in the format of `explain (format json)`. */
interface PlanNode {
	'Node Type': string;
	'Relation Name'?: string;
	'Index Name'?: string;
	'Index Cond'?: string;
	'Plan Rows': number;
	'Sort Key'?: string[];
	Plans?: PlanNode[];
}

/** Nodes that need all rows of what is below them before they return one. */
const CONSUMES_ALL = /^(Sort|Incremental Sort|Aggregate|Hash|HashAggregate|WindowAgg|ModifyTable|SetOp)$/;

/**
 * Returns the nodes of a statement's plans that read a growing table, or most of one, and those that sort one: of the
 * plan for its parameters, and of the plan for any, where a connection may cache one.
 */
export async function scansOnPostgres(
	db: Connection,
	{ text, values, options }: Statement,
): Promise<string[]> {
	const found = new Set<string>();
	const plans = [await db.run(`explain (format json) ${text}`, values)];
	const isCached = values.length > 0 && !options.includes('force_custom_plan');
	if (isCached) plans.push(await db.run(`explain (format json, generic_plan) ${text}`));
	for (const [row] of plans) {
		const [{ Plan }] = row?.['QUERY PLAN'] as [{ Plan: PlanNode }];
		for (const scan of scansIn(Plan, false)) found.add(scan);
	}
	return [...found];
}

/** `limited`: a node above takes some rows only, and none between needs all. */
function scansIn(node: PlanNode, limited: boolean): string[] {
	const type = node['Node Type'];
	const below = type === 'Limit' ? true : limited && !CONSUMES_ALL.test(type);
	const scans = (node.Plans ?? []).flatMap((child) => scansIn(child, below));
	const rows = node['Plan Rows'];
	if (type === 'Sort' && rows >= MANY_ROWS && readsGrowing(node)) {
		scans.push(`Sort by ${String(node['Sort Key'])}, ${rows} rows`);
	}
	if (isFullScan(node) || (isScan(node) && rows >= MANY_ROWS && !limited)) {
		scans.push(`${type} of ${String(node['Relation Name'] ?? node['Index Name'])}, ${rows} rows`);
	}
	return scans;
}

function isScan(node: PlanNode): boolean {
	return GROWING.has(node['Relation Name'] ?? '') && !PARTIAL_INDEXES.has(node['Index Name'] ?? '');
}

/** Whether a node reads a growing table from its first row to its last, unless it is stopped. */
function isFullScan(node: PlanNode): boolean {
	const type = node['Node Type'];
	if (type === 'Seq Scan') return GROWING.has(node['Relation Name'] ?? '');
	return type === 'Bitmap Index Scan' && node['Index Cond'] === undefined
		? !PARTIAL_INDEXES.has(node['Index Name'] ?? '')
		: false;
}

function readsGrowing(node: PlanNode): boolean {
	return isScan(node) || (node.Plans ?? []).some(readsGrowing);
}
