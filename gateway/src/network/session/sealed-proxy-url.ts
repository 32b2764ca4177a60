import type { InstanceId } from '../../domain/ids.ts';
import { sealText, unsealText, type SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';

/** Seals the URL of an instance's proxy, which may have a password. */
export function sealProxyUrl(sealer: Sealer, id: InstanceId, proxyUrl: string): SealedText {
	return sealText(sealer, proxyUrl, placeOf(id));
}

/** Throws CannotUnseal. */
export function unsealProxyUrl(sealer: Sealer, id: InstanceId, sealed: SealedText): string {
	return unsealText(sealer, sealed, placeOf(id));
}

function placeOf(id: InstanceId): string {
	return `instances.proxy_url/${id}`;
}
