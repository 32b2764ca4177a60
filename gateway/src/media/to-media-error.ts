import { GatewayError } from '../domain/error.ts';
import { connectionFault } from '../lib/guarded-http/connection-fault.ts';
import { REDIRECT_LIMIT, TooManyRedirects } from '../lib/guarded-http/follow-redirects.ts';
import { RefusedUrl } from '../lib/guarded-http/outgoing-url.ts';
import { RefusedTarget } from '../lib/guarded-http/target.ts';
import { MediaStorageError } from './storage/media-storage.ts';
import { invalidMediaUrl, mediaDownloadFailed } from './media-errors.ts';

/**
 * Maps a failed download to a GatewayError. Returns a MediaStorageError as it is, because the server is not at fault.
 */
export function toMediaError(error: unknown): unknown {
	if (error instanceof GatewayError || error instanceof MediaStorageError) return error;
	if (error instanceof RefusedUrl) return invalidMediaUrl(error.fault);
	if (error instanceof RefusedTarget) return invalidMediaUrl('not_public');
	if (error instanceof TooManyRedirects) {
		return mediaDownloadFailed(`its server redirects more than ${REDIRECT_LIMIT} times`, error);
	}
	return mediaDownloadFailed(connectionFault('its server', error), error);
}
