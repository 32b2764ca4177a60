/** Messages in a chat: so the number of chats grows with that of messages. */
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

/** The phone of the contact with this number; never one the simulated network treats in a special way. */
export function contactPhone(contact: number): string {
	return String(49_151_000_007 + contact * 10);
}

/** A name nobody else has. */
export function contactName(contact: number): string {
	const given = GIVEN[contact % GIVEN.length] ?? '';
	const family = FAMILY[Math.floor(contact / GIVEN.length) % FAMILY.length] ?? '';
	return `${given} ${family} ${contact}`;
}
