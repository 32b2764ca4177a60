/**
 * The network has refused the message for now, and takes it later. It is certain that it does not have the message: until
 * the next try, the message can be cancelled.
 */
export class TemporarySendError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'TemporarySendError';
	}
}
