import type { EngineName } from '../server/engine.ts';

/** The SQL that differs between the two engines. */
interface Dialect {
	/** A table expression of the numbers from `first` up to and without `end`, in its column n. */
	series(first: number, end: number): string;
	/** The last 16 characters of an id that contains a number. */
	idNumber(number: string): string;
}

export const DIALECTS: Readonly<Record<EngineName, Dialect>> = {
	sqlite: {
		series: (first, end) =>
			`(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${end - 1}) select n from numbers)`,
		idNumber: (number) => `printf('%016x', ${number})`,
	},
	postgres: {
		series: (first, end) => `(select n from generate_series(${first}::bigint, ${end - 1}) as n)`,
		idNumber: (number) => `lpad(to_hex(${number}), 16, '0')`,
	},
};

/** Crockford's alphabet in lower case, as ids are written. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Digits of the time in an id, and bits of a digit. */
const TIME_DIGITS = 10;
const BITS = 5;

/** Returns an expression of the id that an entity of this kind gets at a time. Hexadecimal digits are valid in it. */
export function idAt(engine: EngineName, kind: string, at: string, number: string): string {
	const digits = Array.from({ length: TIME_DIGITS }, (_, index) => {
		const shift = BITS * (TIME_DIGITS - 1 - index);
		return `substr('${DIGITS}', cast(((${at}) >> ${shift}) & 31 as integer) + 1, 1)`;
	});
	return `'${kind}_' || ${digits.join(' || ')} || ${DIALECTS[engine].idNumber(number)}`;
}
