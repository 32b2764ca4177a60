import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** Hourly statistics that are searched for a message; the first row has one where the gateway is in use. */
const HOURS_LIMIT = 500;

/** The setup steps that a new operator has completed. */
export interface FirstSteps {
	/** The newest instance; null: there is none. */
	instanceId: InstanceId | null;
	/** Whether an instance was ever connected, and whether messages were sent and received. */
	connected: boolean;
	sent: boolean;
	received: boolean;
	/** Whether an API key was used. */
	keyUsed: boolean;
}

/** Reads which setup steps are completed. Each query reads a bounded number of rows. */
export async function readFirstSteps(db: Db): Promise<FirstSteps> {
	const newest = await db
		.selectFrom('instances')
		.select('id')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	const connected = await db
		.selectFrom('instances')
		.select('id')
		.where('connected_at', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	const hours = await db
		.selectFrom('instance_hourly_stats')
		.select(['sent', 'received'])
		.orderBy('hour', 'desc')
		.limit(HOURS_LIMIT)
		.execute();
	const key = await db
		.selectFrom('api_keys')
		.select('id')
		.where('last_used_at', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	return {
		instanceId: newest?.id ?? null,
		connected: connected !== undefined,
		sent: hours.some(({ sent }) => sent > 0),
		received: hours.some(({ received }) => received > 0),
		keyUsed: key !== undefined,
	};
}
