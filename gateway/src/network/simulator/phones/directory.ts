import { createHash } from 'node:crypto';
import type { ContactProfile } from '../../../domain/chats/contact.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import { ABOUT_TEXTS, FIRST_NAMES, LAST_NAMES, TRADES } from './names.ts';
import { behaviorOf } from './behavior.ts';

/** Base URL of profile pictures. It serves nothing. */
export const PICTURES = 'https://pictures.simulator.example';

/**
 * The directory entry of a phone, always the same for the same number; null: not on the network. About one in eight
 * is a business, one in four has no about text, one in six no picture.
 */
export function personOf(phone: string): ContactProfile | null {
	if (behaviorOf(phone) === 'absent') return null;
	const random = seededRandom(phone);
	const isBusiness = random(8) === 0;
	const last = LAST_NAMES[random(LAST_NAMES.length)] ?? '';
	const first = FIRST_NAMES[random(FIRST_NAMES.length)] ?? '';
	const trade = TRADES[random(TRADES.length)] ?? '';
	const about = ABOUT_TEXTS[random(ABOUT_TEXTS.length)] ?? '';
	return {
		id: chatIdOf(phone),
		phone,
		username: null,
		savedName: null,
		name: isBusiness ? `${last} ${trade}` : `${first} ${last}`,
		about: random(4) === 0 ? null : about,
		profilePicUrl: random(6) === 0 ? null : `${PICTURES}/${phone}.jpg`,
		isBusiness,
		isBlocked: false,
	};
}

/** The entry of a person whose phone number the network hides, always the same for the same id. */
export function personWithoutPhone(id: string): ContactProfile {
	const random = seededRandom(id);
	const first = FIRST_NAMES[random(FIRST_NAMES.length)] ?? '';
	const last = LAST_NAMES[random(LAST_NAMES.length)] ?? '';
	return {
		id,
		phone: null,
		username: null,
		savedName: null,
		name: `${first} ${last}`,
		about: null,
		profilePicUrl: null,
		isBusiness: false,
		isBlocked: false,
	};
}

/** Each call returns the next pseudo-random integer below `limit`; the seed alone determines them. At most 8 calls. */
export function seededRandom(seed: string): (limit: number) => number {
	const digest = createHash('sha256').update(seed).digest();
	let offset = 0;
	return (limit) => {
		const value = digest.readUInt32BE(offset) % limit;
		offset += 4;
		return value;
	};
}
