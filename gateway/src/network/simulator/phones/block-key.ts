import { recipientOf } from '../../../domain/phone.ts';

/** Session key: whether the account has blocked a person, by phone number or id. */
export function blockKey(person: string): string {
	return `blocked:${recipientOf(person)}`;
}
