import type { Static } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { countFiring } from '../../store/alerts/alerts.ts';
import { countProcesses } from '../../store/cluster/processes.ts';
import { creditsUsed } from '../../store/instances/credits.ts';
import { sentOnDay } from '../../store/instances/hourly-stats.ts';
import { countInstances } from '../../store/instances/instances.ts';
import { VERSION } from '../../runtime/version.ts';
import type { Dependencies } from '../server/dependencies.ts';
import type { System } from './overview-schema.ts';

export type SystemDeps = Pick<
	Dependencies,
	| 'store'
	| 'clock'
	| 'simulatedTime'
	| 'plan'
	| 'rateLimitsEnforced'
	| 'credits'
	| 'media'
	| 'systemInfo'
	| 'peers'
	| 'publicUrl'
>;

/** Reads the version, the settings and the resource usage of the gateway. */
export async function readSystem(deps: SystemDeps): Promise<Static<typeof System>> {
	const { store, clock, plan, rateLimitsEnforced, credits, media, systemInfo, peers, publicUrl } = deps;
	const used = credits === null ? 0 : await creditsUsed(store.read);
	return {
		version: VERSION,
		node: process.versions.node,
		network: systemInfo.network,
		engine: store.engine,
		startedAt: timestamp(systemInfo.startedAt),
		memory: process.memoryUsage.rss(),
		databaseSize: await store.maintenance.size(),
		mediaSize: media.quota.used(),
		processes: peers === null ? 1 : await countProcesses(store.read),
		plan: {
			name: plan.name,
			instances: { used: await countInstances(store.read, null), allowed: plan.instances },
			rateLimits: plan.rateLimits,
			rateLimited: rateLimitsEnforced,
		},
		credits: { total: credits, left: credits === null ? null : Math.max(0, credits - used) },
		messagesToday: await sentOnDay(store.read, clock.now(), null),
		retention: systemInfo.retention,
		publicUrl,
		alerts: await countFiring(store.read, clock.now()),
		timeAhead: Math.round(deps.simulatedTime?.ahead() ?? 0),
	};
}
