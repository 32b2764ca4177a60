import type { FailureCode, MessageFailure } from '../domain/messages/message.ts';

/** The network will never accept the message. Becomes the error of its message.failed event. */
export class PermanentSendError extends Error {
	readonly code: FailureCode;

	constructor(failure: MessageFailure, options?: ErrorOptions) {
		super(failure.message, options);
		this.name = 'PermanentSendError';
		this.code = failure.code;
	}
}
