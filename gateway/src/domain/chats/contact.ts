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

/** The name that a contact is shown by. */
export function displayNameOf({
	savedName,
	name,
	username,
}: Pick<ContactProfile, 'savedName' | 'name' | 'username'>): string | null {
	return savedName ?? name ?? username;
}
