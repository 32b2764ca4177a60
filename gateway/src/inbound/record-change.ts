import type { InstanceId, NewId } from '../domain/ids.ts';
import type { MessageChange } from '../network/driver.ts';
import type { CommitScope } from '../store/commit/scope.ts';

export async function recordChange(
	_s: CommitScope,
	_n: NewId,
	_i: InstanceId,
	_m: MessageChange,
	_t: number,
) {
	await Promise.resolve();
}
