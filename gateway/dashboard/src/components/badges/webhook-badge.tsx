import type { WebhookListItem } from '../../api/types.ts';
import { Badge } from './badge.tsx';

/** Whether a webhook is active, fails, is paused or is switched off. */
export function WebhookBadge({
	webhook: { status, pausedAt, failingSince },
}: {
	webhook: Pick<WebhookListItem, 'status' | 'pausedAt' | 'failingSince'>;
}) {
	if (pausedAt !== null) return <Badge tone="bad">Paused</Badge>;
	if (status === 'inactive') return <Badge tone="plain">Switched off</Badge>;
	return failingSince === null ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Failing</Badge>;
}
