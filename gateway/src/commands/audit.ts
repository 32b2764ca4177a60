import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { timestamp } from '../domain/clock.ts';
import { listAudit } from '../store/access/audit-log.ts';
import { openStore } from '../store/store.ts';
import { systemClock } from '../runtime/system.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_LIMIT = 100;

/** `audit [--limit N]`: prints the latest changes of keys, webhooks and instances with their actors, newest first. */
export async function runAuditCommand(
	args: string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	const limit = parseLimit(args);
	const store = await openStore(readConfig(environment), { clock: systemClock });
	try {
		for (const entry of await listAudit(store.read, limit)) {
			const { at, actor, action, target, details } = entry;
			process.stdout.write(
				`${timestamp(at)}  ${actor}  ${action}  ${target}  ${details ?? ''}`.trimEnd() + '\n',
			);
		}
	} finally {
		await store.close();
	}
}

function parseLimit(args: string[]): number {
	let text: string | undefined;
	try {
		text = parseArgs({ args, options: { limit: { type: 'string' } } }).values.limit;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
	if (text === undefined) return DEFAULT_LIMIT;
	if (!/^[1-9]\d{0,5}$/.test(text))
		throw new UsageError(`--limit is "${text}", but must be a number from 1.`);
	return Number(text);
}
