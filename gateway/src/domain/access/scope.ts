/** The permissions of API keys (specification, Authentication; metrics:read is an addition). */
export const SCOPES = [
	'messages:read',
	'messages:write',
	'instances:read',
	'instances:write',
	'webhooks:read',
	'webhooks:write',
	'billing:read',
	'metrics:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a key has a scope; a key without scopes has full access. */
export function hasScope(granted: readonly Scope[] | null, needed: Scope): boolean {
	return granted === null || granted.includes(needed);
}
