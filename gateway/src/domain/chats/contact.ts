/** A contact's profile on the network; a field the contact keeps private is null. */
export interface ContactProfile {
	/** The id of the person, and of the chat with them: `<phone>@s.whatsapp.net` if the phone is known. */
	id: string;
	/** Null: the network does not reveal it. */
	phone: string | null;
	/** Null: the person has none, or the network does not report it. */
	username: string | null;
	/** The name that the account's owner saved; null: not saved. */
	savedName: string | null;
	/** The name that the person chose; null: not known. */
	name: string | null;
	profilePicUrl: string | null;
	about: string | null;
	isBusiness: boolean;
	/** Whether the instance's account has blocked this contact. */
	isBlocked: boolean;
}

/** Anything but spaces, controls, and invisible characters, such as U+200B, U+2800 and U+3164. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name has a visible character. */
export function isVisibleName(name: string | null | undefined): name is string {
	return typeof name === 'string' && VISIBLE.test(name);
}

/**
 * The name that a contact is shown by; null: no visible one is known. Earlier versions stored invisible names, and a
 * profile that the network returns may have one.
 */
export function displayNameOf({
	savedName,
	name,
	username,
}: Pick<ContactProfile, 'savedName' | 'name' | 'username'>): string | null {
	return [savedName, name, username].find(isVisibleName) ?? null;
}
