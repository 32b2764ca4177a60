import type { Connection } from './connection.ts';
import type { Statement } from './record-statements.ts';
import { GROWING, PARTIAL_INDEXES } from './scans.ts';

/** Table names of the gateway's statements that are not names of the schema. */
const ALIASES: Readonly<Record<string, string>> = { named: 'chats', latest: 'delivery_attempts' };

const STEP = /^(SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (?:COVERING )?INDEX (\S+))?(?:.*?\((.*)\))?/;

/** A virtual table looks something up in its own index: what stands behind the colon. */
const OWN_INDEX = /VIRTUAL TABLE INDEX \d+:\S/;

/** A condition that few messages meet: for a page of them a statement would read all others. */
const RARE = /"?\bstatus"? = 'scheduled'/;

/** Returns the steps of a statement's plan that read a growing table, or most of one, and those that sort one. */
export async function scansOnSqlite(db: Connection, { text }: Statement): Promise<string[]> {
	const steps = (await db.run(`explain query plan ${text}`)).map(({ detail }) => String(detail));
	const sorts = steps.some((step) => step.startsWith('USE TEMP B-TREE FOR ORDER BY'));
	const limited = /\blimit\b/i.test(text) && !sorts && !RARE.test(text);
	return steps.filter((step) => {
		if (step.startsWith('USE TEMP B-TREE FOR ORDER BY')) return steps.some(readsMany);
		const streams = limited && step.includes('USING');
		return readsMany(step) && !streams;
	});
}

/** Whether a step reads most rows of a growing table, or most of an instance's or a webhook's. */
function readsMany(step: string): boolean {
	const [, how, name = '', index = '', condition = ''] = STEP.exec(step) ?? [];
	if (!GROWING.has(ALIASES[name] ?? name) || PARTIAL_INDEXES.has(index) || OWN_INDEX.test(step)) return false;
	return how === 'SCAN' || /^(instance_id|webhook_id)=\?$/.test(condition);
}
