import { createHash } from 'node:crypto';
import type { ContactProfile } from '../../../domain/contact.ts';
import { ABOUT_TEXTS, FIRST_NAMES, LAST_NAMES, TRADES } from './names.ts';
import { behaviorOf } from './behavior.ts';

/** Where the people of the simulated network keep their pictures; nothing is there to be fetched. */
const PICTURES = 'https://pictures.simulator.example';

/**
 * What the simulated network knows of a phone: the same for the same number, always. About one in eight is a
 * business, one in four keeps what it writes about itself private, one in six its picture. Null: not on the
 * network.
 */
export function personOf(phone: string): ContactProfile | null {
	if (behaviorOf(phone) === 'absent') return null;
	const trait = seededRandom(phone);
	const isBusiness = trait(8) === 0;
	const last = LAST_NAMES[trait(LAST_NAMES.length)] ?? '';
	const first = FIRST_NAMES[trait(FIRST_NAMES.length)] ?? '';
	const trade = TRADES[trait(TRADES.length)] ?? '';
	const about = ABOUT_TEXTS[trait(ABOUT_TEXTS.length)] ?? '';
	return {
		phone,
		name: isBusiness ? `${last} ${trade}` : `${first} ${last}`,
		about: trait(4) === 0 ? null : about,
		profilePicUrl: trait(6) === 0 ? null : `${PICTURES}/${phone}.jpg`,
		isBusiness,
		isBlocked: false,
	};
}

/** Gives one number after the other, each below its limit, that depend on the text alone. */
export function seededRandom(text: string): (limit: number) => number {
	const digest = createHash('sha256').update(text).digest();
	let offset = 0;
	return (limit) => {
		const trait = digest.readUInt32BE(offset) % limit;
		offset += 4;
		return trait;
	};
}
