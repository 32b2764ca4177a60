/** Returns the digits of a number, as the API expects them: people write numbers with a plus, spaces and dashes. */
export function digitsOfNumber(typed: string): string {
	return typed.replace(/[\s+()/.-]/g, '');
}
