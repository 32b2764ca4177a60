import type { InstanceHealthHistory } from '../../api/types.ts';
import { nameOfStatus } from '../../components/badges/badge.tsx';

type Span = InstanceHealthHistory['statuses'][number];

const REASONS: Record<NonNullable<Span['reason']>, string> = {
	logged_out: 'removed on the phone',
	user_request: 'by a user',
	replaced: 'replaced by another program',
	banned: 'blocked by the network',
	connection_lost: 'connection lost',
	credentials_revoked: 'credentials revoked',
	provider_verification_required: 'the provider asks for verification',
	client_outdated: 'the network needs a newer version of the gateway',
};

/** A status with its reason, such as "Disconnected (connection lost)". */
export function describeStatus({ status, reason }: Pick<Span, 'status' | 'reason'>): string {
	const name = nameOfStatus(status);
	return reason === null ? name : `${name} (${REASONS[reason]})`;
}
