import type { Location } from '../../../domain/messages/message-details.ts';
import { invalidParameters } from '../../../domain/invalid-parameters.ts';

/** The `location` of a send request. */
export interface LocationFields {
	latitude: number;
	longitude: number;
	name?: string | null;
	address?: string | null;
	url?: string | null;
}

/** The place of a message to send. Throws invalid_parameters for a URL that no phone opens. */
export function locationOf({
	latitude,
	longitude,
	name = null,
	address = null,
	url = null,
}: LocationFields): Location {
	const protocol = url === null ? 'https:' : URL.parse(url)?.protocol;
	if (protocol !== 'https:' && protocol !== 'http:') {
		throw invalidParameters('"location.url" must be a complete URL, such as https://example.com/');
	}
	return { latitude, longitude, name, address, url, live: false };
}
