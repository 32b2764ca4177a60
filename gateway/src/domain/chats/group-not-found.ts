import { GatewayError } from '../error.ts';

/** The error for a group that an instance is not in. */
export function groupNotFound(groupId: string): GatewayError {
	return new GatewayError(
		'group_not_found',
		`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
	);
}
