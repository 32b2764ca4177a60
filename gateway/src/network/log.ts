/** The part of the gateway's logger that drivers use. */
export interface Log {
	debug(fields: object, text: string): void;
	warn(fields: object, text: string): void;
	error(fields: object, text: string): void;
}
