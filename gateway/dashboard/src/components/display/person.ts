/** The phone number of a person, or the id where the network does not reveal the number. */
export function formatPerson(phone: string | null | undefined, id: string): string {
	if (phone !== null && phone !== undefined && phone !== '') return `+${phone}`;
	return id.endsWith('@g.us') ? id : `No phone number (${id})`;
}

/** The phone number in the id of a person, or the id where the network does not reveal the number. */
export function formatPersonId(id: string): string {
	const [, phone = null] = /^(\d+)@s\.whatsapp\.net$/.exec(id) ?? [];
	return formatPerson(phone, id);
}
