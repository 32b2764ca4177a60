import type { Location } from '../../../domain/messages/message-details.ts';

/** Converts a location to Meta's object, whose coordinates are texts. Meta takes no web page of a place. */
export function locationObject({
	latitude,
	longitude,
	name,
	address,
}: Pick<Location, 'latitude' | 'longitude'> & {
	name?: string | null | undefined;
	address?: string | null | undefined;
}): object {
	return {
		latitude: decimal(latitude),
		longitude: decimal(longitude),
		...(name === undefined || name === null || name === '' ? {} : { name }),
		...(address === undefined || address === null || address === '' ? {} : { address }),
	};
}

/** Degrees to about a centimetre, without an exponent and trailing zeros. */
function decimal(degrees: number): string {
	return degrees.toFixed(7).replace(/\.?0+$/, '');
}
