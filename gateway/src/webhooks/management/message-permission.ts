import type { Caller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import { isMessageEvent, type EventKind } from '../../domain/events/event-kind.ts';
import { hasScope } from '../../domain/access/scope.ts';
import type { Db, WebhookRow } from '../../store/schema.ts';
import { listOpenKinds } from '../../store/webhooks/deliveries/delivery-kinds.ts';
import { kindsOf } from '../../store/webhooks/webhooks.ts';

/**
 * Throws insufficient_permissions where a change of a webhook could send events of messages to another receiver, and the
 * caller may not read messages. Checks the events of the webhook before and after the change, and of its open
 * deliveries.
 */
export async function assertMayRedirect(
	db: Db,
	caller: Pick<Caller, 'scopes'>,
	webhook: Pick<WebhookRow, 'id' | 'events'>,
	newKinds: readonly EventKind[] = [],
): Promise<void> {
	assertMayReceive(caller, newKinds);
	if (!(await mayRedirect(db, caller, webhook))) throw missingMessageScope();
}

/** Whether a caller may decide where the events and the open deliveries of a webhook are sent. */
export async function mayRedirect(
	db: Db,
	caller: Pick<Caller, 'scopes'>,
	webhook: Pick<WebhookRow, 'id' | 'events'>,
): Promise<boolean> {
	if (hasScope(caller.scopes, 'messages:read')) return true;
	const kinds = [...kindsOf(webhook), ...(await listOpenKinds(db, webhook.id))];
	return kinds.every((kind) => mayRead(caller, kind));
}

/** Whether a caller may read what events of this kind carry. */
export function mayRead({ scopes }: Pick<Caller, 'scopes'>, kind: EventKind): boolean {
	return !isMessageEvent(kind) || hasScope(scopes, 'messages:read');
}

/**
 * Throws insufficient_permissions where one of the kinds is of messages and the caller may not read messages: a caller
 * that chooses the receiver of such events could read them there.
 */
export function assertMayReceive(caller: Pick<Caller, 'scopes'>, kinds: readonly EventKind[]): void {
	if (!kinds.every((kind) => mayRead(caller, kind))) throw missingMessageScope();
}

function missingMessageScope(): GatewayError {
	return new GatewayError(
		'insufficient_permissions',
		'This API key lacks the scope messages:read, which is needed too where events of messages are delivered. Use a key that has it.',
	);
}
