import type { AuthenticationCreds } from 'baileys';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { EncryptedSession } from '../../session/encrypted-session.ts';
import type { DeviceDeps } from '../connected-device.ts';
import { userOf } from '../identity/jid.ts';
import { openInbox, type Inbox } from '../inbound/inbox.ts';
import { jsonSerializer, readCreds } from './auth-state.ts';
import { createUnitOfWork, type Serializer, type UnitOfWork } from './unit-of-work.ts';
import { withReadRetries } from './with-read-retries.ts';

/** The stored state of a device: its keys, and the messages that are not recorded yet. */
export interface OpenSession {
	/** The context of the driver, whose session is encrypted. */
	context: Omit<DriverContext, 'session'> & { session: EncryptedSession };
	serializer: Serializer;
	unitOfWork: UnitOfWork;
	creds: AuthenticationCreds;
	inbox: Inbox;
	/** Lets failed reads be retried from now on. Before, the caller of `connectDevice` retries the whole call. */
	retryReads(): void;
}

interface SessionEvents {
	hasEnded: () => boolean;
	/** Called when the session could not be written: the device's state in memory is ahead of the stored state. */
	onFailure: () => void;
}

/** Opens the stored session of a device. Rejects where it cannot be read. */
export async function openSession(
	instanceId: InstanceId,
	unencrypted: DriverContext,
	{ baileys, clock, log, processId, seal }: DeviceDeps,
	{ hasEnded, onFailure }: SessionEvents,
): Promise<OpenSession> {
	let isSetUp = false;
	const retrying = withReadRetries(unencrypted, {
		clock,
		hasEnded: () => hasEnded() || !isSetUp,
		onRetry: (error) => {
			log.warn({ err: error, instanceId }, 'a read from the store failed; it is retried');
		},
	});
	const session = seal(instanceId, retrying.session);
	const context = { ...retrying, session };
	const serializer = jsonSerializer(baileys);
	const unitOfWork = createUnitOfWork(session, (events) => context.report(events), serializer, onFailure);
	const creds = await readCreds(baileys, unitOfWork);
	const inbox = await openInbox(baileys, {
		unitOfWork,
		session,
		serializer,
		processId,
		account: () => (creds.me === undefined ? undefined : userOf(creds.me.id)),
	});
	return {
		context,
		serializer,
		unitOfWork,
		creds,
		inbox,
		retryReads() {
			isSetUp = true;
		},
	};
}
