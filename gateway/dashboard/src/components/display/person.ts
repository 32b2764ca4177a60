/** The phone number of a person, or the id where the network does not reveal the number. */
export function formatPerson(phone: string | null | undefined, id: string): string {
	if (phone !== null && phone !== undefined && phone !== '') return `+${phone}`;
	return id.endsWith('@g.us') ? id : `No phone number (${id})`;
}

/** Returns the phone number in the id of a person; null: it has none. */
export function phoneOfId(id: string): string | null {
	return /^(\d+)@s\.whatsapp\.net$/.exec(id)?.[1] ?? null;
}

/** The phone number in the id of a person, or the id where the network does not reveal the number. */
export function formatPersonId(id: string): string {
	return formatPerson(phoneOfId(id), id);
}
