import { GatewayError } from '../domain/error.ts';
import { connectionFault } from '../lib/guarded-http/connection-fault.ts';
import { REDIRECT_LIMIT, TooManyRedirects } from '../lib/guarded-http/follow-redirects.ts';
import { RefusedUrl } from '../lib/guarded-http/outgoing-url.ts';
import { RefusedTarget } from '../lib/guarded-http/target.ts';
import { MediaNotStored } from './folder.ts';
import { invalidMediaUrl, mediaDownloadFailed } from './refusals.ts';

/** What went wrong with a file on a server elsewhere, as its error code; a fault of this machine stays what it is. */
export function toMediaError(error: unknown): unknown {
	if (error instanceof GatewayError || error instanceof MediaNotStored) return error;
	if (error instanceof RefusedUrl) return invalidMediaUrl(error.fault);
	if (error instanceof RefusedTarget) return invalidMediaUrl('not_public');
	if (error instanceof TooManyRedirects) {
		return mediaDownloadFailed(`its server redirects more than ${REDIRECT_LIMIT} times`, error);
	}
	return mediaDownloadFailed(connectionFault('its server', error), error);
}
