import { formatDuration, parseDuration } from '../domain/duration.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Guard } from '../lib/guarded-http/target.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import type { InstanceRow } from '../store/schema.ts';
import { sealProxyUrl, unsealProxyUrl } from '../network/session/sealed-proxy-url.ts';
import { checkProxyUrl } from './proxy-url.ts';

/** The settings of an instance. */
export interface InstanceSettings {
	autoRead: boolean;
	autoTyping: boolean;
	rejectCalls: boolean;
	/** Null: a person who writes does not take the chat. */
	takeover: { releaseAfter: string } | null;
	/** Null: there is no proxy, or the caller may not see it. */
	proxyUrl: string | null;
}

type SettingsColumns = Pick<
	InstanceRow,
	'auto_read' | 'auto_typing' | 'reject_calls' | 'takeover_release_after' | 'proxy_url'
>;

export const DEFAULT_SETTINGS: SettingsColumns = {
	auto_read: 0,
	auto_typing: 1,
	reject_calls: 0,
	takeover_release_after: null,
	proxy_url: null,
};

/** Throws invalid_parameters for a proxy that the gateway may not use. */
export async function checkSettings(guard: Guard, { proxyUrl }: Partial<InstanceSettings>): Promise<void> {
	if (typeof proxyUrl === 'string') await checkProxyUrl(guard, proxyUrl);
}

/** Returns the columns of the settings that are given. */
export function settingsColumns(
	sealer: Sealer,
	id: InstanceId,
	{ autoRead, autoTyping, rejectCalls, takeover, proxyUrl }: Partial<InstanceSettings>,
): Partial<SettingsColumns> {
	return {
		...(autoRead === undefined ? {} : { auto_read: autoRead ? 1 : 0 }),
		...(autoTyping === undefined ? {} : { auto_typing: autoTyping ? 1 : 0 }),
		...(rejectCalls === undefined ? {} : { reject_calls: rejectCalls ? 1 : 0 }),
		...(takeover === undefined
			? {}
			: { takeover_release_after: takeover === null ? null : parseDuration(takeover.releaseAfter) }),
		...(proxyUrl === undefined
			? {}
			: { proxy_url: proxyUrl === null ? null : sealProxyUrl(sealer, id, proxyUrl) }),
	};
}

/** Returns the settings of an instance; the proxy only with a sealer, for those who may change it. Throws CannotUnseal. */
export function settingsOf(
	row: SettingsColumns & Pick<InstanceRow, 'id'>,
	sealer: Sealer | null,
): InstanceSettings {
	const { takeover_release_after: releaseAfter, proxy_url: proxyUrl } = row;
	return {
		autoRead: row.auto_read === 1,
		autoTyping: row.auto_typing === 1,
		rejectCalls: row.reject_calls === 1,
		takeover: releaseAfter === null ? null : { releaseAfter: formatDuration(releaseAfter) },
		proxyUrl: sealer === null || proxyUrl === null ? null : unsealProxyUrl(sealer, row.id, proxyUrl),
	};
}
