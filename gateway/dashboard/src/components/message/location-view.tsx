import { Icon } from '../display/icon.tsx';
import { OutsideLink } from './outside-link.tsx';
import { safeLink } from './safe-link.ts';
import type { ShownDetails } from './shown-message.ts';

type Location = NonNullable<ShownDetails['location']>;

/** A place, with a link to a map. The page itself loads no map, so that no other site learns of the place. */
export function LocationView({ location }: { location: Location }) {
	const { latitude, longitude, name, address, url, live } = location;
	const link = safeLink(url);
	return (
		<div class="message-card">
			<p class="message-card-title">
				<Icon name="pin" />
				<bdi>{name ?? (live ? 'Live location' : 'Location')}</bdi>
			</p>
			{live && name !== null && <p class="soft small">Live location</p>}
			{address !== null && (
				<p dir="auto" class="as-written">
					{address}
				</p>
			)}
			<p class="number soft small">
				{latitude}, {longitude}
			</p>
			<p class="line small">
				<OutsideLink href={mapOf(latitude, longitude)}>Open a map</OutsideLink>
				{link !== null && <OutsideLink href={link}>Page of the place</OutsideLink>}
			</p>
		</div>
	);
}

function mapOf(latitude: number, longitude: number): string {
	const query = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
	return `https://www.openstreetmap.org/?${query.toString()}#map=16/${latitude}/${longitude}`;
}
