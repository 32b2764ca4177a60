/** The digits of ids, in their order. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns the id that follows directly on another, so that a list of those before it begins with the other. */
export function nextId(id: string): string {
	const digit = DIGITS.indexOf(id.at(-1) ?? '');
	if (digit === -1) return id;
	const rest = id.slice(0, -1);
	const next = DIGITS[digit + 1];
	return next === undefined ? `${nextId(rest)}${DIGITS.charAt(0)}` : rest + next;
}
