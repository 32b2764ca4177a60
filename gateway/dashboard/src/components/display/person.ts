/** Somebody as the page shows them: by their phone, or, where the network does not tell it, by their id. */
export function formatPerson(phone: string | null | undefined, id: string): string {
	if (phone !== null && phone !== undefined && phone !== '') return `+${phone}`;
	return id.endsWith('@g.us') ? id : `No phone number (${id})`;
}
