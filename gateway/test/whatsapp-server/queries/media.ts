import { stanza, type Stanza } from '../stanza.ts';
import type { Query } from './query.ts';

/** Where files are put, and by what token. */
export function offerMediaHost({ world }: Query): Stanza[] {
	return [
		stanza('media_conn', { auth: 'media-token', ttl: '3600', auth_ttl: '21600', max_buckets: '12' }, [
			stanza('host', { hostname: world.mediaHost, maxContentLengthBytes: '2147483648' }),
		]),
	];
}
