import { Type, type Static } from 'typebox';
import { INSTANCE_STATUSES } from '../../domain/instances/instance.ts';
import { Nullable, NullableTimestamp, OneOf, Timestamp } from '../server/schemas/fields.ts';
import { statisticsOf } from '../server/schemas/statistics.ts';
import { DisconnectReasonField } from './schema.ts';

const Figures = {
	connected: Nullable(
		Type.Number({
			minimum: 0,
			maximum: 1,
			description: 'Share of connected time in the time with a known status; null: no status is known.',
		}),
	),
	sent: Type.Integer({ description: 'Messages that the network accepted.' }),
	received: Type.Integer({ description: 'Messages that arrived.' }),
	failed: Type.Integer({ description: 'Messages that failed.' }),
};

/** How an instance did over a period (an addition). */
export const InstanceHealthHistory = Type.Object({
	...statisticsOf(Figures),
	statuses: Type.Array(
		Type.Object({
			status: OneOf(INSTANCE_STATUSES),
			reason: DisconnectReasonField,
			from: Timestamp,
			until: Type.Unsafe<string | null>({
				...NullableTimestamp,
				description: 'Null: it is the current status.',
			}),
		}),
		{
			description:
				'The statuses in the period, oldest first; at most the latest 500. While no gateway runs, the last status stays.',
		},
	),
});
export type InstanceHealthHistory = Static<typeof InstanceHealthHistory>;
