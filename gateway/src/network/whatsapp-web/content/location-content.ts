import type { proto } from 'baileys';
import { describeLocation } from '../../../domain/messages/message-description.ts';
import type { Location } from '../../../domain/messages/message-details.ts';
import type { ShownContent } from './incoming-content.ts';
import { detailOrNull, joinLines, urlOrNull } from './sanitize-text.ts';
import { unsupportedContent } from './unsupported-content.ts';

/** The content of a location or a live location; null: it is of another kind. */
export function locationContentIn({
	locationMessage,
	liveLocationMessage,
}: proto.IMessage): ShownContent | null {
	const message = locationMessage ?? liveLocationMessage;
	if (!message) return null;
	const { degreesLatitude: latitude, degreesLongitude: longitude } = message;
	if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return unsupportedContent('unknown');
	const location: Location = {
		latitude,
		longitude,
		name: detailOrNull(locationMessage?.name),
		address: detailOrNull(locationMessage?.address),
		url: urlOrNull(locationMessage?.url),
		live: locationMessage ? locationMessage.isLive === true : true,
	};
	const caption = detailOrNull(locationMessage?.comment) ?? detailOrNull(liveLocationMessage?.caption);
	const content = joinLines([describeLocation(location), caption]) ?? '';
	return { type: 'location', content, file: null, details: { location } };
}

function isDegrees(value: unknown, max: number): value is number {
	return typeof value === 'number' && Math.abs(value) <= max;
}
