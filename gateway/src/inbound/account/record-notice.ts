import type { GatewayEvent } from '../../domain/events/event.ts';
import type { NewId } from '../../domain/ids.ts';
import { recordEvent } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstance } from '../../store/instances/instances.ts';

/** Records a network's notice about an account, unless the instance was deleted meanwhile. */
export async function recordNotice(
	scope: CommitScope,
	newId: NewId,
	notice: Extract<GatewayEvent, { kind: 'instance.notice' }>,
	now: number,
): Promise<void> {
	if ((await findInstance(scope.db, notice.data.instanceId)) === undefined) return;
	await recordEvent(scope, newId, notice, now);
}
