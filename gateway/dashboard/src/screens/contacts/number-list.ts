import type { ContactCheck } from '../../api/types.ts';
import { digitsOfNumber } from '../../components/forms/phone-number.ts';

/** A number in international format. */
const NUMBER = /^[1-9]\d{6,14}$/;

/** Returns the different numbers in a pasted list, and the entries that are none. */
export function numbersIn(text: string): { numbers: string[]; invalid: string[] } {
	const numbers = new Set<string>();
	const invalid: string[] = [];
	for (const entry of text.split(/[\n,;\t]/)) {
		const written = entry.trim();
		if (written === '') continue;
		// Two zeros are dialled in place of the plus.
		const digits = digitsOfNumber(written).replace(/^00/, '');
		if (NUMBER.test(digits)) numbers.add(digits);
		else invalid.push(written);
	}
	return { numbers: [...numbers], invalid };
}

/** Returns the result of a check as comma-separated values; they contain digits and ids only, so none is quoted. */
export function csvOf(results: readonly ContactCheck[]): string {
	const lines = results.map(({ phone, exists, jid }) => [phone, exists ? 'yes' : 'no', jid ?? ''].join(','));
	return `${['phone,exists,jid', ...lines].join('\r\n')}\r\n`;
}
