import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { timestamp } from '../domain/clock.ts';
import { listAudit } from '../store/access/audit-log.ts';
import { oneLine } from './one-line.ts';
import { parseUsage, UsageError } from './usage-error.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 100;

/** `audit [--limit N]`: prints the latest changes of keys, webhooks and instances with their actors, newest first. */
export async function runAuditCommand(args: readonly string[], environment: Environment): Promise<void> {
	const limit = parseLimit(args);
	const entries = await withStore(readConfig(environment), (store) => listAudit(store.read, limit));
	for (const { at, actor, action, target, details } of entries) {
		const line = `${timestamp(at)}  ${actor}  ${action}  ${target}  ${details ?? ''}`;
		process.stdout.write(`${oneLine(line.trimEnd())}\n`);
	}
}

function parseLimit(args: readonly string[]): number {
	const { values } = parseUsage(() => parseArgs({ args: [...args], options: { limit: { type: 'string' } } }));
	const text = values.limit;
	if (text === undefined) return DEFAULT_LIMIT;
	if (!/^[1-9]\d{0,5}$/.test(text))
		throw new UsageError(`--limit is "${text}", but must be a number from 1.`);
	return Number(text);
}
