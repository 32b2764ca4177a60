import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { END_UNKNOWN, type AccountRestriction } from '../../domain/instances/restriction.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvent } from '../../store/events/events.ts';
import { findInstance, updateInstance } from '../../store/instances/instances.ts';
import { restrictionOf } from '../../store/instances/restriction.ts';

/**
 * Records a restriction of an account, or its end (null), with the event `instance.restricted`. A restriction that is
 * recorded already changes nothing. While it lasts, the sender does not send what the network would refuse.
 */
export async function recordRestriction(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	restriction: AccountRestriction | null,
	now: number,
): Promise<void> {
	const instance = await findInstance(scope.db, instanceId);
	if (instance === undefined) return;
	const before = restrictionOf(instance);
	if (isSame(before, restriction)) return;
	await updateInstance(scope.db, instanceId, {
		restriction_kind: restriction?.kind ?? null,
		restriction_reason: restriction?.reason ?? null,
		restricted_until: restriction === null ? null : (restriction.until ?? END_UNKNOWN),
		new_chats_left: restriction?.newChatsLeft ?? null,
	});
	scope.emit({ kind: 'instance_changed', instanceId });
	if (restriction === null) scope.emit({ kind: 'message_queued', instanceId });
	const event = restrictedEvent(instanceId, restriction ?? before, restriction !== null);
	if (event !== null) await recordEvent(scope, newId, event, now);
}

function isSame(a: AccountRestriction | null, b: AccountRestriction | null): boolean {
	return (
		a?.kind === b?.kind &&
		a?.reason === b?.reason &&
		a?.until === b?.until &&
		a?.newChatsLeft === b?.newChatsLeft
	);
}

function restrictedEvent(
	instanceId: InstanceId,
	restriction: AccountRestriction | null,
	active: boolean,
): GatewayEvent | null {
	if (restriction === null) return null;
	const { kind, reason, until, newChatsLeft } = restriction;
	return {
		kind: 'instance.restricted',
		data: {
			instanceId,
			active,
			kind,
			reason,
			until: timestampOrNull(until),
			newChatsLeft,
			message: active
				? meaningOf(restriction)
				: 'The restriction has ended. The gateway sends the waiting messages now.',
		},
	};
}

function meaningOf({ kind, until }: AccountRestriction): string {
	const end = until === null ? 'until the network lifts it' : `until ${timestamp(until)}`;
	if (kind === 'sending') {
		return `The network does not let this account send messages ${end}. The gateway keeps them in its queue until then. Send fewer messages afterwards, and reconnect less often.`;
	}
	return `The network does not let this account begin new chats ${end}. The gateway sends answers, and keeps messages that begin a chat in its queue until then. Write to people who wrote first.`;
}
