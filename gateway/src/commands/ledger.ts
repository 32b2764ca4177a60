import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import { readExecutions } from '../http/ledger/read-executions.ts';
import { readHours } from '../http/ledger/read-hours.ts';
import type { Executions, LedgerHourItem } from '../http/ledger/schema.ts';
import { totalOf } from '../http/ledger/view.ts';
import { parseRange, type RangeQuery } from '../ledger/range.ts';
import { createReadLedger, type LedgerRange } from '../ledger/read-ledger.ts';
import { createN8nApi, type N8nSettings } from '../ledger/n8n/n8n-api.ts';
import { createSimulatedClock } from '../runtime/simulated-clock.ts';
import { systemClock } from '../runtime/system.ts';
import { findInstance } from '../store/instances/instances.ts';
import { readClockOffset } from '../store/cluster/simulated-clock.ts';
import type { Db } from '../store/schema.ts';
import { oneLine } from './one-line.ts';
import { parseUsage, UsageError } from './usage-error.ts';
import { withStore } from './with-store.ts';

/**
 * `ledger [--instance ID] [--from TIME] [--to TIME] [--recount] [--json]`: works on the database directly, whether a
 * gateway runs on it or not. Returns the exit code: 1 where something is missing.
 */
export async function runLedgerCommand(args: readonly string[], environment: Environment): Promise<number> {
	const { instanceIds, json, query } = parse(args);
	const config = readConfig(environment);
	const { hours, executions } = await withStore(config, async ({ read }) => {
		const clock = config.network === 'simulator' ? await simulatedClock(read) : systemClock;
		const readLedger = createReadLedger({ db: read, clock, retention: config.retention });
		const range = rangeOf(query, clock.now());
		await requireInstances(read, instanceIds ?? []);
		const options = { groupBy: 'instance', enough: Infinity } as const;
		return {
			hours: await readHours({ db: read, readLedger }, { ...range, instanceIds }, options),
			executions: await executionsOf(config.n8n, read, range),
		};
	});
	const total = totalOf(hours);
	process.stdout.write(
		json
			? `${JSON.stringify({ data: hours, total, executions })}\n`
			: textOf(hours, total.verdict, executions),
	);
	return total.missing === 0 ? 0 : 1;
}

/** The time of the gateway, which may have been moved ahead of the real one. */
async function simulatedClock(db: Db): Promise<Clock> {
	const simulated = createSimulatedClock(systemClock);
	await simulated.moveAhead(await readClockOffset(db));
	return simulated.clock;
}

/** Throws UsageError for an unknown instance: a misspelt id would otherwise report that nothing is missing. */
async function requireInstances(db: Db, ids: readonly InstanceId[]): Promise<void> {
	for (const id of ids) {
		if ((await findInstance(db, id)) === undefined) throw new UsageError(`There is no instance "${id}".`);
	}
}

interface LedgerArguments {
	/** Null: all. */
	instanceIds: readonly InstanceId[] | null;
	json: boolean;
	query: RangeQuery;
}

function parse(args: readonly string[]): LedgerArguments {
	const { values } = parseUsage(() =>
		parseArgs({
			args: [...args],
			options: {
				instance: { type: 'string' },
				from: { type: 'string' },
				to: { type: 'string' },
				recount: { type: 'boolean', default: false },
				json: { type: 'boolean', default: false },
			},
		}),
	);
	const { instance, json, ...query } = values;
	return { instanceIds: instance === undefined ? null : [instance as InstanceId], json, query };
}

/** Throws UsageError for a range that cannot be read. */
function rangeOf(query: RangeQuery, now: number): Omit<LedgerRange, 'instanceIds'> {
	try {
		return parseRange(query, now);
	} catch (error) {
		if (error instanceof GatewayError) throw new UsageError(error.message);
		throw error;
	}
}

/** What n8n executed in the range; null: n8n is not set up. */
async function executionsOf(
	settings: N8nSettings | null,
	db: Db,
	range: { from: number; to: number },
): Promise<Executions | null> {
	if (settings === null) return null;
	const n8n = createN8nApi(settings);
	try {
		return await readExecutions({ n8n, db }, null, range);
	} finally {
		await n8n.close();
	}
}

function textOf(hours: readonly LedgerHourItem[], verdict: string, executions: Executions | null): string {
	const lines = [...hours].reverse().flatMap(linesOf);
	return `${[...lines, ...executionLines(executions), verdict].map(oneLine).join('\n')}\n`;
}

function executionLines(executions: Executions | null): string[] {
	if (executions === null) return [];
	if (executions.message !== null) return [`n8n: ${executions.message}`];
	return [...executions.hours].reverse().map(({ from, workflowName, delivered, ...counts }) => {
		const started = `${counts.truncated ? 'at least ' : ''}${counts.started} started`;
		return `${from}  n8n, ${workflowName}: ${delivered} delivered, ${started}, ${counts.succeeded} succeeded, ${counts.failed} failed`;
	});
}

function linesOf({ from, state, verdict, instances, breaks }: LedgerHourItem): string[] {
	if (state === 'past_retention') return [`${from}  not known: its rows were removed before it was counted`];
	if (instances.length === 0 && breaks.length === 0) return [];
	return [
		`${from}  ${verdict}`,
		...instances.map(({ instanceName, outbound, inbound, events, deliveries, verdict: own }) => {
			const sent = `${outbound.accepted} accepted, ${outbound.acknowledged} acknowledged`;
			const received = `${inbound.acknowledged} acknowledged, ${inbound.stored} stored`;
			const delivered = `${deliveries.success} of ${deliveries.expected} delivered`;
			return `  ${instanceName}: ${own} (sent: ${sent}; received: ${received}; ${events} events: ${delivered})`;
		}),
		...breaks.map(({ description, ...ids }) => {
			const named = [ids.instanceId, ids.messageId, ids.networkId, ids.eventId, ids.eventKind];
			return `  MISSING ${named.filter((id) => id !== null).join(' ')}: ${description}`;
		}),
	];
}
