import type { InstanceId } from '../ids.ts';
import type { Scope } from './scope.ts';

/** The instances that exist for a caller; null: all. */
export type VisibleInstances = readonly InstanceId[] | null;

/** The caller that makes a request, with its permissions. */
export interface Caller {
	/** The name of the caller in the audit log. */
	actor: string;
	/** Null: full access. */
	scopes: readonly Scope[] | null;
	instanceIds: VisibleInstances;
}

/** The sender of a message: a client with an API key, or a person on the page. */
export interface SendingCaller extends Caller {
	kind: 'key' | 'user';
}

/** Whether an object of this instance exists for the caller; `instanceId` null: the object belongs to all instances. */
export function canSee(visible: VisibleInstances, instanceId: string | null): boolean {
	return visible === null || (instanceId !== null && (visible as readonly string[]).includes(instanceId));
}
