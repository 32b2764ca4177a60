/** Messages per chat. The number of chats grows with the number of messages. */
export const CHAT_SIZE = Number(process.env.BENCH_CHAT_SIZE ?? '100');

const GIVEN = ['Ada', 'Ben', 'Chen', 'Dana', 'Emre', 'Fatou', 'Goran', 'Hana', 'Ines', 'Jonas'] as const;
const FAMILY = [
	'Abara',
	'Berg',
	'Costa',
	'Diaz',
	'Endo',
	'Fischer',
	'Garcia',
	'Huber',
	'Ito',
	'Jansen',
] as const;

/** Returns the phone of a contact. It ends in 7, which selects no special behavior of the simulated network. */
export function contactPhone(contact: number): string {
	return String(49_151_000_007 + contact * 10);
}

/** Returns a unique name. */
export function contactName(contact: number): string {
	const given = GIVEN[contact % GIVEN.length] ?? '';
	const family = FAMILY[Math.floor(contact / GIVEN.length) % FAMILY.length] ?? '';
	return `${given} ${family} ${contact}`;
}
