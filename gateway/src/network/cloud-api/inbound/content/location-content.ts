import { describeLocation } from '../../../../domain/messages/message-description.ts';
import { getNumber } from '../../graph/json.ts';
import { detailText, detailUrl } from './detail-text.ts';
import type { IncomingContent } from './incoming-content.ts';

/** Reads a location; null: its coordinates are not on the earth. Meta does not deliver live locations. */
export function locationContent(part: unknown): IncomingContent | null {
	const latitude = getNumber(part, 'latitude');
	const longitude = getNumber(part, 'longitude');
	if (latitude === null || longitude === null) return null;
	if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
	const location = {
		latitude,
		longitude,
		name: detailText(part, 'name'),
		address: detailText(part, 'address'),
		url: detailUrl(part, 'url'),
		live: false,
	};
	return { type: 'location', content: describeLocation(location), details: { location } };
}
