import type { Caller } from '../../domain/access/caller.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { EventSelector } from '../../domain/events/event-kind.ts';
import { hasScope } from '../../domain/access/scope.ts';
import type { ConnectingInstance } from '../../instances/connect-instance.ts';
import type { InstanceHealth } from '../../instances/instance-health.ts';
import { settingsOf } from '../../instances/settings.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { PasskeyRequest } from '../../network/network-event.ts';
import type { InstanceWithWebhook } from '../../store/instances/instances.ts';
import type { InstanceRow } from '../../store/schema.ts';
import { unsealWebhookSecret } from '../../webhooks/signing/secret.ts';
import type {
	ConnectResponse,
	Instance,
	InstanceListItem,
	InstanceStatusRecord,
	QrCodeRecord,
} from './schema.ts';

/** An instance as a list shows it. */
export function instanceListItem(
	row: InstanceWithWebhook,
	{ scopes }: Pick<Caller, 'scopes'>,
	sealer: Sealer,
): InstanceListItem {
	return {
		id: row.id,
		name: row.name,
		status: row.status,
		phone: row.phone,
		profileName: row.profile_name,
		profilePicUrl: row.profile_pic_url,
		webhookUrl: row.webhook_url,
		settings: settingsOf(row, hasScope(scopes, 'instances:write') ? sealer : null),
		createdAt: timestamp(row.created_at),
		lastSeenAt: timestamp(row.last_seen_at),
	};
}

/** An instance with all of its own fields (specification, Instance); its secret only for those who may change it. */
export function instanceView(
	row: InstanceWithWebhook,
	caller: Pick<Caller, 'scopes'>,
	sealer: Sealer,
): Instance {
	return {
		...instanceListItem(row, caller, sealer),
		webhookEvents: JSON.parse(row.webhook_events) as EventSelector[],
		webhookId: row.webhook_id,
		webhookSecret: hasScope(caller.scopes, 'instances:write') ? ownWebhookSecret(row, sealer) : null,
	};
}

/** Throws CannotUnseal. */
function ownWebhookSecret(row: InstanceWithWebhook, sealer: Sealer): string | null {
	const { webhook_id: id, webhook_secret: secret } = row;
	return id === null || secret === null ? null : unsealWebhookSecret(sealer, id, secret);
}

/** An instance with its health (specification, GET /v1/instances/{instanceId}/status). */
export function instanceStatusView(
	row: InstanceWithWebhook,
	{ lastReceivedAt, restriction, ...health }: InstanceHealth,
	caller: Pick<Caller, 'scopes'>,
	sealer: Sealer,
): InstanceStatusRecord {
	return {
		...instanceView(row, caller, sealer),
		qrCode: row.qr_code,
		qrCodeExpiresAt: row.qr_code === null ? null : timestampOrNull(row.qr_expires_at),
		pairingCode: row.pairing_code,
		pairingCodeExpiresAt: row.pairing_code === null ? null : timestampOrNull(row.qr_expires_at),
		passkeyRequest: passkeyRequestOf(row),
		restriction: restriction === null ? null : { ...restriction, until: timestampOrNull(restriction.until) },
		lastReceivedAt: timestampOrNull(lastReceivedAt),
		connectedAt: timestampOrNull(row.connected_at),
		disconnectReason: row.status === 'disconnected' ? row.disconnect_reason : null,
		...health,
	};
}

function passkeyRequestOf({ passkey_request: request }: InstanceRow): InstanceStatusRecord['passkeyRequest'] {
	if (request === null) return null;
	const { options, expiresAt } = JSON.parse(request) as PasskeyRequest;
	return { options: { ...options }, expiresAt: timestamp(expiresAt) };
}

/** The status of an instance that is being connected, with the QR code to scan where there is one. */
export function connectResponse(instance: ConnectingInstance): ConnectResponse {
	const { status, qr_code: qrCode, pairing_code: pairingCode, qr_expires_at: at } = instance;
	if (pairingCode !== null && at !== null) {
		return { success: true, status, pairingCode, pairingCodeExpiresAt: timestamp(at) };
	}
	if (qrCode === null || at === null) return { success: true, status };
	return { success: true, status, qrCode, qrCodeExpiresAt: timestamp(at) };
}

/** The QR code of an instance, as the API shows it. */
export function qrCodeView(row: InstanceRow): QrCodeRecord {
	return { qrCode: row.qr_code, expiresAt: timestampOrNull(row.qr_expires_at), status: row.status };
}
