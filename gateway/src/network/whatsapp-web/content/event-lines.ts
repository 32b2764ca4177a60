import type { proto } from 'baileys';
import { detailOrNull, urlOrNull } from './sanitize-text.ts';

/** The latest moment that a Date represents, in epoch milliseconds. */
const MAX_TIME = 8.64e15;

/** When and where an event is, one thing a line; null: the event does not say it. */
export function eventLines({
	startTime,
	endTime,
	location,
	joinLink,
}: proto.Message.IEventMessage): (string | null)[] {
	const times = [startTime, endTime].flatMap((seconds) => momentText(Number(seconds ?? 0) * 1000) ?? []);
	return [times.length === 0 ? null : times.join(' to '), placeText(location), urlOrNull(joinLink)];
}

/** Such as `2026-08-01 15:00 UTC`; null: no moment. */
export function momentText(milliseconds: unknown): string | null {
	const at = Number(milliseconds ?? 0);
	if (!(at > 0 && at <= MAX_TIME)) return null;
	return `${new Date(at).toISOString().slice(0, -':00.000Z'.length).replace('T', ' ')} UTC`;
}

/** The name and the address of a place, or its coordinates. */
function placeText(location: proto.Message.ILocationMessage | null | undefined): string | null {
	if (!location) return null;
	const { degreesLatitude: latitude, degreesLongitude: longitude } = location;
	const named = [location.name, location.address].flatMap((part) => detailOrNull(part) ?? []).join(', ');
	if (named !== '') return named;
	return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : null;
}
