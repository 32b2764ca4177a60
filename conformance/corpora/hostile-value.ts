/** A value of a field, and whether a request to send must refuse it. */
export interface HostileValue {
	what: string;
	/** The value as JSON, which can be one that no parser keeps, such as 1e400. */
	json: string;
	refused: boolean;
}

export const refused = (what: string, value: unknown): HostileValue => of(what, value, true);
export const either = (what: string, value: unknown): HostileValue => of(what, value, false);
const of = (what: string, value: unknown, isRefused: boolean): HostileValue => ({
	what,
	json: JSON.stringify(value),
	refused: isRefused,
});
export const refusedJson = (what: string, json: string): HostileValue => ({ what, json, refused: true });

export const MEGABYTE = 1_000_000;
export const LONE = '\ud83d';
/** Characters, besides NUL, that end lines, hide text or turn its direction. */
export const CONTROLS = '\u0001\u0007\u001b[31m\u202e\u2066\u2028\u2029\u0085\r\n';
export const numbered = (count: number, text: string): string[] =>
	Array.from({ length: count }, (_, index) => `${text} ${index}`);
