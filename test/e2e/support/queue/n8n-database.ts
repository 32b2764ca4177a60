import pg from 'pg';
import { until } from '../../../../playground/src/process/until.ts';

/** Reads n8n's own database, whose REST API lists executions by the hundred. */
export type N8nDatabase = {
	/** Returns how many executions of a workflow have each status. */
	statuses: (workflowId: string) => Promise<Record<string, number>>;
	/** Returns the IDs of a workflow's executions in which a node ran. */
	executionsOf: (workflowId: string, node: string) => Promise<string[]>;
	/** Waits until no execution of a workflow is queued or runs. */
	waitUntilIdle: (workflowId: string, seconds: number) => Promise<void>;
	query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
	close: () => Promise<void>;
};

export function openN8nDatabase(connectionString: string): N8nDatabase {
	const pool = new pg.Pool({ connectionString, max: 2 });
	const query = async (text: string, values: unknown[] = []) =>
		(await pool.query<Record<string, unknown>>(text, values)).rows;
	const statuses = async (workflowId: string) => {
		const text = 'select status, count(*) from execution_entity where "workflowId" = $1 group by status';
		const rows = await query(text, [workflowId]);
		return Object.fromEntries(rows.map(({ status, count }) => [String(status), Number(count)]));
	};
	return {
		query,
		statuses,
		async executionsOf(workflowId, node) {
			const rows = await query(
				`select id from execution_entity join execution_data on "executionId" = id
				where "workflowId" = $1 and data like $2`,
				[workflowId, `%"${node}":%`],
			);
			return rows.map(({ id }) => String(id));
		},
		async waitUntilIdle(workflowId, seconds) {
			await until({ what: 'n8n to end all executions', seconds, everyMs: 1000 }, async () => {
				const { new: queued = 0, running = 0 } = await statuses(workflowId);
				if (queued + running > 0) throw new Error(`${queued} queued, ${running} running`);
				return true;
			});
		},
		close: () => pool.end(),
	};
}
