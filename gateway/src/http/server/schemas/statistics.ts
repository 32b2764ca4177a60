import { Type, type TProperties } from 'typebox';
import { STATISTICS_PERIODS } from '../../../domain/statistics-period.ts';
import { OneOf, Timestamp } from './fields.ts';

export const StatisticsQuery = Type.Object(
	{ period: Type.Optional(OneOf(STATISTICS_PERIODS, { default: '24h' })) },
	{ additionalProperties: false },
);

/** The fields of statistics over a period: figures of all of it, and of each of its intervals. */
export function statisticsOf<Figures extends TProperties>(figures: Figures) {
	return {
		period: OneOf(STATISTICS_PERIODS),
		since: Timestamp,
		interval: Type.Integer({ description: 'Length of each interval in seconds.' }),
		...figures,
		intervals: Type.Array(Type.Object({ startsAt: Timestamp, ...figures }), {
			description:
				'All intervals of the period, oldest first, from full hours or days of UTC; the last one is not over.',
		}),
	};
}
