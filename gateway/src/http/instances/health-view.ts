import { timestamp } from '../../domain/clock.ts';
import type { StatisticsPeriod } from '../../domain/statistics-period.ts';
import type { HealthHistory } from '../../instances/health-history.ts';
import type { InstanceHealthHistory } from './health-schema.ts';

/** How an instance did over a period, with times as the interface has them. */
export function healthHistoryView(
	period: StatisticsPeriod,
	{ since, intervals, statuses, ...figures }: HealthHistory,
): InstanceHealthHistory {
	return {
		period,
		since: timestamp(since),
		...figures,
		intervals: intervals.map(({ startsAt, ...rest }) => ({ startsAt: timestamp(startsAt), ...rest })),
		statuses: statuses.map(({ status, reason, from, until }, index) => ({
			status,
			reason,
			from: timestamp(from),
			until: index === statuses.length - 1 ? null : timestamp(until),
		})),
	};
}
