import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ProfileChanges } from '../../driver.ts';
import type { MediaFile } from '../../network-message.ts';
import type { NetworkProfile } from '../../network-event.ts';
import { linkedAccount, writeProfile } from './account.ts';
import { PICTURES } from '../phones/directory.ts';
import type { Phone } from '../phones/phone.ts';

/** Session key: the text of the account's profile. */
const ABOUT = 'about';

/** The account's profile as others see it. */
export interface OwnProfile extends NetworkProfile {
	about: string | null;
}

/** Returns the account's profile; null: the instance is not linked. */
export async function readOwnProfile({ context: { session } }: Phone): Promise<OwnProfile | null> {
	const account = await linkedAccount(session);
	return account === null ? null : { ...account.profile, about: await session.read(ABOUT) };
}

/** Changes the account's profile, and returns it. */
export async function updateOwnProfile(
	phone: Phone,
	{ name, about, picture }: ProfileChanges,
): Promise<NetworkProfile> {
	const { account } = phone;
	if (account === null) throw new Error('The instance is not connected.');
	const profile: NetworkProfile = {
		...account.profile,
		...(name === undefined ? {} : { profileName: name }),
		...(picture === undefined ? {} : { profilePicUrl: await pictureUrlOf('profiles', picture) }),
	};
	if (about !== undefined) await phone.context.session.write({ [ABOUT]: about === '' ? null : about });
	await writeProfile(phone.context.session, profile);
	phone.account = { ...account, profile };
	return profile;
}

/** The URL of a picture, by the SHA-256 of its file; null: there is none. */
export async function pictureUrlOf(
	folder: 'groups' | 'profiles',
	picture: MediaFile | null,
): Promise<string | null> {
	if (picture === null) return null;
	const hash = createHash('sha256')
		.update(await readFile(picture.path))
		.digest('hex');
	return `${PICTURES}/${folder}/${hash}.jpg`;
}
