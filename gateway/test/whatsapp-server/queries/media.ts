import { stanza, type Stanza } from '../wire/stanza.ts';
import { MEDIA_HOST_NAME } from '../media/media-host-name.ts';

/** Where files are put, and by what token. */
export function offerMediaHost(): Stanza[] {
	return [
		stanza('media_conn', { auth: 'media-token', ttl: '3600', auth_ttl: '21600', max_buckets: '12' }, [
			stanza('host', { hostname: MEDIA_HOST_NAME, maxContentLengthBytes: '2147483648' }),
		]),
	];
}
