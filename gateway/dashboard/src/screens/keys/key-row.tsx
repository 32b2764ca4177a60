import type { ApiKey } from '../../api/types.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Badge } from '../../components/badges/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { now } from '../../components/display/now.ts';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';

/** One key: its scopes, its use and its state. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
	const { name, hint, scopes, instanceIds, allowedIps, lastUsedAt, expiresAt, revokedAt } = apiKey;
	const expired = expiresAt !== null && Date.parse(expiresAt) <= now.value;
	return (
		<Row
			label={name}
			title={
				<>
					<bdi>{name}</bdi> {hint !== null && <code class="faint">…{hint}</code>}
				</>
			}
			side={
				<RowSide>
					<span>
						{lastUsedAt === null ? (
							'Never used'
						) : (
							<>
								Used <RelativeTime at={lastUsedAt} />
							</>
						)}
					</span>
					{revokedAt === null && expiresAt !== null && (
						<span>
							{expired ? 'Expired' : 'Expires'} <Timestamp at={expiresAt} />
						</span>
					)}
					{revokedAt !== null && <Badge tone="plain">Revoked</Badge>}
					{revokedAt === null && expired && <Badge tone="bad">Expired</Badge>}
					{revokedAt === null && !expired && <Badge tone="good">Active</Badge>}
					{revokedAt === null && (
						<Button kind="danger" label={`Revoke ${name}`} onClick={onRevoke}>
							Revoke
						</Button>
					)}
				</RowSide>
			}
		>
			<RowDetail>{scopes === null ? 'Full access' : scopes.join(', ')}</RowDetail>
			{instanceIds !== null && <RowDetail>Only for {instanceIds.join(', ')}</RowDetail>}
			{allowedIps !== null && <RowDetail>Only from {allowedIps.join(', ')}</RowDetail>}
		</Row>
	);
}
