import { SessionCipher } from 'libsignal';

/** One of the Signal sessions with a device. */
interface Session {
	constructor: { deserialize(serialized: object): Session };
	serialize(): object;
}

/** Methods of `SessionCipher` that the types of libsignal leave out. */
interface Attempts {
	doDecryptWhisperMessage: (this: Attempts, message: Buffer, session: Session | undefined) => Promise<Buffer>;
	decryptWithSessions: (this: Attempts, message: Buffer, sessions: Session[]) => Promise<unknown>;
}

let isReplaced = false;

/**
 * Replaces how libsignal tries a message on each session with its sender. libsignal 6.0.0 changes the keys of a session
 * before it has verified the message, and stores the changed keys of the sessions that failed together with those of the
 * session that succeeded. Nothing can be decrypted with these sessions any more, and no recipient can decrypt what is
 * encrypted with them. A failed attempt now leaves its session as it was. A repeated message is reported as repeated
 * whatever the number of sessions, so that nobody is asked to send it again. Idempotent.
 */
export function isolateSessionAttempts(): void {
	if (isReplaced) return;
	isReplaced = true;
	const attempts = SessionCipher.prototype as unknown as Attempts;
	const { doDecryptWhisperMessage, decryptWithSessions } = attempts;
	/** Messages whose key was used before. */
	const repeated = new WeakMap<Buffer, unknown>();

	attempts.doDecryptWhisperMessage = async function (message, session) {
		const before = session?.serialize();
		try {
			return await doDecryptWhisperMessage.call(this, message, session);
		} catch (error) {
			if (session !== undefined && before !== undefined) {
				Object.assign(session, session.constructor.deserialize(before));
			}
			if (error instanceof Error && error.name === 'MessageCounterError') repeated.set(message, error);
			throw error;
		}
	};
	attempts.decryptWithSessions = async function (message, sessions) {
		try {
			return await decryptWithSessions.call(this, message, sessions);
		} catch (error) {
			throw repeated.get(message) ?? error;
		}
	};
}
