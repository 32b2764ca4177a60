import { Type } from 'typebox';
import { IdOf, NullableString } from '../../../http/server/schemas/fields.ts';

/** The common properties of the simulator's routes. */
export const SIMULATOR_ROUTES = { tag: 'Simulator', access: 'instances:write', extension: true } as const;

/** The common properties of the routes below /simulator/v1/instances/:instanceId. */
export const ROUTES_OF_INSTANCE = { ...SIMULATOR_ROUTES, concerns: 'instance in path' } as const;

/** Routes that need the instance's connection. */
export const OF_CONNECTION = { requiresLease: true } as const;

/** Maximum seconds of an outage of a connection, or of a delay: a week. */
export const SECONDS_LIMIT = 7 * 86_400;

export const OneInstance = Type.Object({ instanceId: IdOf('inst', 'The instance.') });

/** The body of a success without data. */
export const Success = Type.Object({ success: Type.Boolean() });

export const ReceivedMessage = Type.Object({
	messageId: NullableString({
		description:
			'The message that arrived; null: none, because the account has blocked the sender, or because a fault holds the message back.',
		examples: ['msg_01k9z5q7v8w9x0y1z2a3b4c5d6'],
	}),
});

export const WrittenMessage = Type.Object({ messageId: IdOf('msg', 'The message that was written.') });
