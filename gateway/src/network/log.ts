/** Where a driver tells what nobody waits for: the gateway's logger. */
export interface Log {
	debug(fields: object, text: string): void;
	warn(fields: object, text: string): void;
	error(fields: object, text: string): void;
}
