import { isPhone } from '../../../domain/phone.ts';
import { getString } from './json.ts';

/** Returns the digits of the `display_phone_number` of an object of Meta's; null: it has no valid one. */
export function displayPhoneNumberOf(object: unknown): string | null {
	const digits = getString(object, 'display_phone_number')?.replace(/\D/g, '') ?? '';
	return isPhone(digits) ? digits : null;
}
