import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import type { Connections } from '../network/connections/connections.ts';
import type { PasskeyRequest } from '../network/network-event.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { updateInstance } from '../store/instances/instances.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { instanceOrThrow } from './find-instance.ts';

export interface AnswerPasskeyDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	connections: Connections;
}

/**
 * Answers the passkey request of an instance that is being linked with a browser's AuthenticationResponseJSON. Throws
 * instance_not_found, and invalid_parameters where the network waits for no passkey.
 */
export async function answerPasskey(
	{ store, clock, newId, connections }: AnswerPasskeyDeps,
	id: string,
	response: Readonly<Record<string, unknown>>,
	actor: string,
): Promise<void> {
	const instance = await instanceOrThrow(store.read, id);
	const connection = await connections.getLinking(instance.id);
	if (connection === null || !isWaiting(instance, clock.now())) {
		throw new GatewayError(
			'invalid_parameters',
			'The network waits for no passkey of this instance. Connect it again; its status shows a request when there is one.',
		);
	}
	await connection.answerPasskey(response);
	await store.commit(async ({ db, emit }) => {
		await updateInstance(db, instance.id, { passkey_request: null });
		emit({ kind: 'instance_changed', instanceId: instance.id });
		const act = { action: 'instance.passkey_answered' as const, target: instance.id };
		await recordAudit(db, newId, { actor, at: clock.now() }, act);
	});
}

function isWaiting({ passkey_request: request }: InstanceRow, now: number): boolean {
	return request !== null && (JSON.parse(request) as PasskeyRequest).expiresAt > now;
}
