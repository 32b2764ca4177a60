/** Messages to send, of which a number is in flight until each has its event. */
export interface SendingJob {
	/** Scheme, host and port of the gateway. */
	url: string;
	key: string;
	instanceId: string;
	/** The phones that messages are sent to, in turns. */
	to: readonly string[];
	inFlight: number;
	seconds: number;
}

export type SenderRequest = 'url' | SendingJob;

export interface SenderReply {
	/** Where webhooks of `message.sent` are received. */
	url?: string;
	/** Messages that have their event, and the seconds until the last of them had it. */
	sent?: number;
	seconds?: number;
}
