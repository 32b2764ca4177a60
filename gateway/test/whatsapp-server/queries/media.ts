import { stanza, type Stanza } from '../wire/stanza.ts';
import { MEDIA_HOST_NAME } from '../media/media-host-name.ts';

/** Returns the media host and the token for uploads. */
export function answerMediaConn(): Stanza[] {
	return [
		stanza('media_conn', { auth: 'media-token', ttl: '3600', auth_ttl: '21600', max_buckets: '12' }, [
			stanza('host', { hostname: MEDIA_HOST_NAME, maxContentLengthBytes: '2147483648' }),
		]),
	];
}
