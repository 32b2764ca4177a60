import type { Connection } from './connection.ts';
import type { Statement } from './record-statements.ts';
import { GROWING, MANY_ROWS, PARTIAL_INDEXES } from './scans.ts';

/** A node of a plan in the format of `explain (format json)`. */
interface PlanNode {
	'Node Type': string;
	'Subplan Name'?: string;
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
	{ text, values, settings }: Statement,
): Promise<string[]> {
	const found = new Set<string>(
		scansIn(await planOf(db, text, values), { limited: false, estimated: false }),
	);
	if (values.length > 0 && !settings.includes('force_custom_plan')) {
		const plan = await planOf(db, text, null);
		for (const scan of scansIn(plan, { limited: false, estimated: true })) found.add(scan);
	}
	return [...found];
}

/** Returns the plan of a statement for its parameters; null: for any. */
async function planOf(db: Connection, text: string, values: readonly unknown[] | null): Promise<PlanNode> {
	const explain = async (): Promise<PlanNode> => {
		const [row] =
			values === null
				? await db.run(`explain (format json, generic_plan) ${text}`)
				: await db.run(`explain (format json) ${text}`, values);
		const [{ Plan }] = row?.['QUERY PLAN'] as [{ Plan: PlanNode }];
		return Plan;
	};
	const plan = await explain();
	if (!(await scansSmallTable(db, plan))) return plan;
	// PostgreSQL reads a small table completely, with any indexes; it would read a large one by an index, if there is
	// one.
	await db.run('begin');
	await db.run('set local enable_seqscan = off');
	const indexed = await explain();
	await db.run('rollback');
	return indexed;
}

async function scansSmallTable(db: Connection, node: PlanNode): Promise<boolean> {
	if (node['Node Type'] === 'Seq Scan') {
		const [row] = await db.run('select reltuples from pg_class where relname = $1', [node['Relation Name']]);
		if (Number(row?.reltuples) < MANY_ROWS) return true;
	}
	for (const child of node.Plans ?? []) if (await scansSmallTable(db, child)) return true;
	return false;
}

/** The facts known of the parent node. */
interface Above {
	/** It, or one further up, takes some rows only, and none between needs all. */
	limited: boolean;
	/** The numbers of rows are guesses, because the parameters are not known. */
	estimated: boolean;
}

function scansIn(node: PlanNode, { limited, estimated }: Above): string[] {
	const type = node['Node Type'];
	const below = type === 'Limit' || (limited && !CONSUMES_ALL.test(type));
	const scans = (node.Plans ?? []).flatMap((child) =>
		scansIn(child, { limited: below || takesOneRow(child), estimated }),
	);
	const rows = node['Plan Rows'];
	const isLarge = rows >= MANY_ROWS && !estimated;
	if (type === 'Sort' && isLarge && readsGrowing(node)) {
		scans.push(`Sort by ${String(node['Sort Key'])}, ${rows} rows`);
	}
	if (isFullScan(node) || (isScan(node) && isLarge && !limited)) {
		scans.push(`${type} of ${String(node['Relation Name'] ?? node['Index Name'])}, ${rows} rows`);
	}
	return scans;
}

/** Whether a node is a subquery, such as that of `exists`, that is executed once and stopped after its first row. */
function takesOneRow(node: PlanNode): boolean {
	return node['Subplan Name']?.startsWith('InitPlan') ?? false;
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
