import { HOUR } from '../../domain/duration.ts';
import { canSee, type VisibleInstances } from '../../domain/access/caller.ts';
import { timestamp } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { namedInstanceOrThrow, throwInvalidInstance } from '../../instances/find-instance.ts';
import { startOfHour } from '../../ledger/hours.ts';
import { parseRange } from '../../ledger/range.ts';
import { createReadLedger } from '../../ledger/read-ledger.ts';
import type { Db } from '../../store/schema.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { readExecutions } from './read-executions.ts';
import { readHours } from './read-hours.ts';
import { Executions, ExecutionsQuery, LedgerPage, LedgerQuery, type GroupBy } from './schema.ts';
import { totalOf } from './view.ts';

/**
 * Instances of hours after which a page ends, with the hour: those that a response has, or that are only added up, which
 * takes about a second.
 */
const PAGE_SIZES: Readonly<Record<GroupBy, number>> = { instance: 2000, hour: 100_000 };

/** The ledger: acknowledged messages, stored messages, and their events and deliveries (an addition). */
export const ledgerRoutes: Routes<'store' | 'clock' | 'systemInfo' | 'n8n'> = (
	app,
	{ store, clock, systemInfo, n8n },
) => {
	const defineRoute = routeDefiner(app, { tag: 'Operation' });
	const readLedger = createReadLedger({ db: store.read, clock, retention: systemInfo.retention });

	defineRoute({
		method: 'GET',
		url: '/v1/ledger',
		access: 'messages:read',
		concerns: 'visible instances',
		extension: true,
		operationId: 'getLedger',
		summary: 'Account for every message, event and delivery, by hour and instance',
		description:
			'Compares the messages that the gateway acknowledged, to networks and to clients, with the stored messages, and each record with the records that must follow it. Names the missing ones. The gateway counts an hour after its end, and the present hour for each request.',
		querystring: LedgerQuery,
		response: LedgerPage,
		errors: ['invalid_parameters', 'invalid_instance'],
		handler: async (request) => {
			const { query } = request;
			const instanceIds = await instancesOf(store.read, query.instanceId, callerOf(request).instanceIds);
			const range = { ...parseRange(query, clock.now()), instanceIds };
			const { groupBy = 'instance' } = query;
			const options = { groupBy, enough: PAGE_SIZES[groupBy] };
			const data = await readHours({ db: store.read, readLedger }, range, options);
			const oldest = Date.parse(data.at(-1)?.from ?? '');
			const hasMore = oldest > startOfHour(range.from);
			return {
				success: true,
				data,
				total: totalOf(data),
				pagination: { hasMore, nextTo: hasMore ? timestamp(oldest - HOUR) : null },
			};
		},
	});
	defineRoute({
		method: 'GET',
		url: '/v1/ledger/executions',
		access: 'webhooks:read',
		concerns: 'visible instances',
		extension: true,
		operationId: 'getExecutions',
		summary: 'Count the executions in n8n of the workflows that webhooks belong to, by hour',
		description:
			'Reads the public API of n8n, where GATEWAY_N8N_URL and GATEWAY_N8N_API_KEY are set. The counts are not part of the verdict of the ledger.',
		querystring: ExecutionsQuery,
		data: Executions,
		errors: ['invalid_parameters'],
		handler: async (request) => {
			const range = parseRange(request.query, clock.now());
			return readExecutions({ n8n, db: store.read }, callerOf(request).instanceIds, range);
		},
	});
	return Promise.resolve();
};

/** The requested instances that the caller may see; null: all, with events that belong to none. */
async function instancesOf(
	db: Db,
	instanceId: string | undefined,
	visible: VisibleInstances,
): Promise<readonly InstanceId[] | null> {
	if (instanceId === undefined) return visible;
	if (!canSee(visible, instanceId)) throwInvalidInstance();
	return [(await namedInstanceOrThrow(db, instanceId)).id];
}
