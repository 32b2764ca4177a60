import type { InstanceId, NewId } from '../domain/ids.ts';
import type { CommitScope } from '../store/commit/scope.ts';

export async function recordSamePerson(
	_s: CommitScope,
	_n: NewId,
	_i: InstanceId,
	_m: readonly string[],
	_t: number,
) {
	await Promise.resolve();
}
