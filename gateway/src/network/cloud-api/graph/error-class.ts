import type { GraphError } from './graph-error.ts';

/** What a no of Meta's means for who asked. */
export type ErrorClass =
	/** The token is no good, as it seems; it is asked of Meta once more before anything ends. */
	| 'credentials'
	/** The token lacks a permission for this. */
	| 'permission'
	/** Meta has locked the account. */
	| 'banned'
	/** Too much at once, from the whole account. */
	| 'throttled'
	/** Too much at once, to one recipient. */
	| 'pair_throttled'
	/** Not now; nothing is wrong with the request. */
	| 'later'
	/** Never. */
	| 'refused';

const VERDICTS: Readonly<Record<number, ErrorClass>> = {
	0: 'credentials',
	190: 'credentials',
	368: 'banned',
	131031: 'banned',
	4: 'throttled',
	17: 'throttled',
	613: 'throttled',
	80007: 'throttled',
	130429: 'throttled',
	131048: 'throttled',
	131056: 'pair_throttled',
	1: 'later',
	2: 'later',
	131000: 'later',
	131016: 'later',
	131057: 'later',
};

/** 3 is a missing capability, 10 and 131005 a permission that was not granted or was taken back, and so are 200 to 299. */
export function isPermissionCode(code: number): boolean {
	return code === 3 || code === 10 || code === 131005 || (code >= 200 && code <= 299);
}

export function classifyError({ code, status }: GraphError): ErrorClass {
	if (code !== null && isPermissionCode(code)) return 'permission';
	const verdict = code === null ? undefined : VERDICTS[code];
	if (verdict !== undefined) return verdict;
	if (status === 429) return 'throttled';
	// Without a code it is not Meta that speaks, but something on the way there.
	if (code === null || status >= 500) return 'later';
	return status === 401 ? 'credentials' : 'refused';
}
