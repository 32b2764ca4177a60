import type { InstanceId, NewId } from '../domain/ids.ts';
import type { EchoedMessage } from '../network/driver.ts';
import type { CommitScope } from '../store/commit/scope.ts';

export async function recordEcho(_s: CommitScope, _n: NewId, _i: InstanceId, _m: EchoedMessage, _t: number) {
	await Promise.resolve();
}
