import type { Clock } from '../../domain/clock.ts';
import { createKeyedSemaphore } from '../../lib/concurrency/keyed-semaphore.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DriverContext, NetworkConnection, NetworkDriver } from '../driver.ts';
import type { NetworkEvent, NetworkProfile } from '../network-event.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { EncryptSession } from '../session/encrypted-session.ts';
import { fetchProfile, readAccount, verifyAccount, type Account } from './session/account.ts';
import { openConnection } from './connection.ts';
import type { Graph } from './graph/graph.ts';
import { GraphError } from './graph/graph-error.ts';
import {
	createWebhook,
	type CloudApiWebhook,
	type WebhookDeps,
	type WebhookSession,
} from './inbound/webhook.ts';
import { createInbox } from './inbound/inbox.ts';
import { readInbox, replaceStorage } from './inbound/inbox-store.ts';
import { createSession, type Session, type SessionContext, type SessionDeps } from './session/session.ts';
import { classifyError } from './graph/error-class.ts';

/** Milliseconds before a failed reconnect is retried; doubled with each failure up to the maximum. */
const MIN_RECONNECT_DELAY = 1000;
const MAX_RECONNECT_DELAY = 60_000;

/** The driver of WhatsApp's official API, Meta's Cloud API, which has no QR code to scan. */
export interface CloudApi extends Omit<NetworkDriver, 'link' | 'capabilities'> {
	webhook: CloudApiWebhook;
}

export interface CloudApiDeps {
	graph: Graph;
	clock: Clock;
	log: Log;
	encryptSession: EncryptSession;
	meta: WebhookDeps['meta'];
	files: FileStore;
	/** Logs and counts a notice about an account. The driver records it separately. */
	onNotice: SessionDeps['onNotice'];
}

/** Concurrent file downloads: of one sender, and of all instances. */
const MAX_FETCHES = { perKey: 2, total: 32 };
/**
 * Concurrent uploads: of one instance, and of all. On a slow line each takes minutes, and the other requests to Meta need
 * connections too; see MAX_CONNECTIONS of the Graph API.
 */
const MAX_UPLOADS = { perKey: 16, total: 32 };

/** Creates the driver. It stores access tokens encrypted in the session storage of their instances. */
export function createCloudApi(deps: CloudApiDeps): CloudApi {
	const { graph, clock, log, encryptSession, meta, files, onNotice } = deps;
	const sessions = new Map<InstanceId, WebhookSession>();
	const fetchLimiter = createKeyedSemaphore(MAX_FETCHES);
	const uploadLimiter = createKeyedSemaphore(MAX_UPLOADS);

	function withEncryptedStorage(
		instanceId: InstanceId,
		{ session, ...context }: DriverContext,
	): SessionContext {
		return { ...context, storage: encryptSession(instanceId, session) };
	}

	async function open(
		instanceId: InstanceId,
		account: Account,
		context: SessionContext,
	): Promise<WebhookSession & { connection: NetworkConnection }> {
		const stored = await readInbox(context.storage);
		const session = createSession(instanceId, account, context, {
			graph,
			clock,
			log,
			onNotice,
			limitUploads: uploadLimiter(instanceId),
			onClosed: (closed) => {
				if (sessions.get(instanceId)?.session === closed) sessions.delete(instanceId);
			},
		});
		const inbox = createInbox(session, stored, { clock, files, fetchLimiter });
		sessions.set(instanceId, { session, inbox });
		return { session, inbox, connection: openConnection(session, inbox) };
	}

	/** Checks the stored token after a restart, until Meta responds. */
	async function reconnect(opened: WebhookSession, delay = MIN_RECONNECT_DELAY): Promise<void> {
		const { session, inbox } = opened;
		const profile = await currentProfile(session).catch((error: unknown) => {
			const { instanceId } = session;
			if (!session.isClosed())
				log.warn({ err: error, instanceId }, 'could not reach Meta to reconnect, will retry');
			return null;
		});
		if (session.isClosed()) return;
		if (profile === null) {
			clock.schedule(delay, () => void reconnect(opened, Math.min(delay * 2, MAX_RECONNECT_DELAY)));
			return;
		}
		reportInBackground(session, [{ kind: 'connected', profile }]);
		inbox.start();
	}

	/** Returns the stored profile if Meta refuses the request for good. Throws transient errors, which can be retried. */
	async function currentProfile(session: Session): Promise<NetworkProfile> {
		try {
			return (await fetchProfile(graph, session.account.credentials)).profile;
		} catch (error) {
			await session.closeOnAuthError(error);
			const errorClass = error instanceof GraphError ? classifyError(error) : 'transient';
			if (errorClass === 'permanent' || errorClass === 'permission') return session.account.profile;
			throw error;
		}
	}

	return {
		webhook: createWebhook({ meta, sessions, clock }),
		async connectOfficial(instanceId, credentials, context) {
			const account = await verifyAccount(graph, credentials);
			const encrypted = withEncryptedStorage(instanceId, context);
			await replaceStorage(context.session, encrypted.storage, account);
			const opened = await open(instanceId, account, encrypted);
			reportInBackground(opened.session, [{ kind: 'connected', profile: account.profile }]);
			opened.inbox.start();
			return opened.connection;
		},
		async resume(instanceId, context) {
			const encrypted = withEncryptedStorage(instanceId, context);
			const account = await readAccount(encrypted.storage);
			const opened = await open(instanceId, account ?? NO_ACCOUNT, encrypted);
			if (account === null) {
				opened.session.close();
				reportInBackground(opened.session, [{ kind: 'disconnected', reason: 'logged_out' }]);
			} else {
				void reconnect(opened);
			}
			return opened.connection;
		},
	};
}

const NO_ACCOUNT: Account = {
	credentials: { businessId: '', phoneNumberId: '', accessToken: '' },
	profile: { phone: '', profileName: null },
};

/** Drops a failure, because the recorder has logged it and a resumed connection reports the events again. */
function reportInBackground(session: Session, events: NetworkEvent[]): void {
	session.context.report(events).catch(() => undefined);
}
