import type { InstanceId } from '../../../domain/ids.ts';
import type { SealedText } from '../../../lib/crypto/sealed-text.ts';
import type { WebhookRow } from '../../schema.ts';

/** The URL of a webhook's deliveries, the secrets that sign them, and the webhook's instance. */
export interface Target {
	/** The instance of the webhook; null: it receives events of all instances. */
	instanceId: InstanceId | null;
	url: string;
	secret: SealedText;
	/** The secret before the current one, and when it expires (epoch milliseconds). */
	previousSecret: { secret: SealedText; expiresAt: number } | null;
}

/** The columns of `webhooks` that targetOf() reads. */
export const TARGET_COLUMNS = [
	'instance_id',
	'url',
	'secret',
	'previous_secret',
	'previous_secret_expires_at',
] as const;

/** Returns the target of the deliveries to a webhook. */
export function targetOf(row: Pick<WebhookRow, (typeof TARGET_COLUMNS)[number]>): Target {
	const { instance_id: instanceId, url, secret } = row;
	const { previous_secret: previous, previous_secret_expires_at: expiresAt } = row;
	const previousSecret = previous === null || expiresAt === null ? null : { secret: previous, expiresAt };
	return { instanceId, url, secret, previousSecret };
}
