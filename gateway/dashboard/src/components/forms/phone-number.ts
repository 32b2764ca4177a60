/** Returns a number as the API takes it: people write numbers with a plus, spaces and dashes. */
export function digitsOfNumber(typed: string): string {
	return typed.replace(/[\s+()/.-]/g, '');
}
