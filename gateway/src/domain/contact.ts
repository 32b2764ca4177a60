/** A contact's profile on the network; a field the contact keeps private is null. */
export interface ContactProfile {
	phone: string;
	name: string | null;
	profilePicUrl: string | null;
	about: string | null;
	isBusiness: boolean;
	/** Whether the instance's account has blocked this contact. */
	isBlocked: boolean;
}
