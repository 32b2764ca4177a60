/** What a key may be allowed to do (specification, Authentication). */
export const SCOPES = [
	'messages:read',
	'messages:write',
	'instances:read',
	'instances:write',
	'webhooks:read',
	'webhooks:write',
	'billing:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a key allows something; a key without scopes has full access. */
export function hasScope(granted: readonly Scope[] | null, needed: Scope): boolean {
	return granted === null || granted.includes(needed);
}
