import { GatewayError } from '../domain/error.ts';
import { REDIRECT_LIMIT, TooManyRedirects } from '../guarded-http/follow-redirects.ts';
import { RefusedUrl } from '../guarded-http/outgoing-url.ts';
import { RefusedTarget } from '../guarded-http/target.ts';
import { MediaNotStored } from './folder.ts';
import { invalidMediaUrl, mediaDownloadFailed } from './refusals.ts';

/** What went wrong with a file on a server elsewhere, as its error code; a fault of this machine stays what it is. */
export function explainFailure(error: unknown): unknown {
	if (error instanceof GatewayError || error instanceof MediaNotStored) return error;
	if (error instanceof RefusedUrl) return invalidMediaUrl(error.fault);
	if (error instanceof RefusedTarget) return invalidMediaUrl('not_public');
	if (error instanceof TooManyRedirects) {
		return mediaDownloadFailed(`its server redirects more than ${REDIRECT_LIMIT} times`, error);
	}
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return mediaDownloadFailed(REASONS[code] ?? 'the connection to its server failed', error);
}

/** None of these names an address: who asked may not learn what is where. */
const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'its server refused the connection',
	ECONNRESET: 'its server closed the connection',
	ENOTFOUND: "its server's host name is not known",
	EAI_AGAIN: "its server's host name could not be looked up at the moment",
	UND_ERR_SOCKET: 'its server closed the connection',
	UND_ERR_CONNECT_TIMEOUT: 'the connection to its server could not be opened in time',
	CERT_HAS_EXPIRED: "its server's certificate has expired",
	DEPTH_ZERO_SELF_SIGNED_CERT: "its server's certificate is self-signed",
	ERR_TLS_CERT_ALTNAME_INVALID: "its server's certificate is for another host name",
};
