import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, NetworkEvent, NetworkProfile } from '../driver.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { EncryptSession } from '../encrypted-session.ts';
import { askProfile, readAccount, verifyAccount, type Account } from './session/account.ts';
import { openConnection } from './connection.ts';
import { createFileRoom } from './files/fetch-in-tries.ts';
import type { Graph } from './graph/graph.ts';
import { GraphError } from './graph/graph-error.ts';
import {
	createWebhook,
	type CloudApiWebhook,
	type WebhookDeps,
	type WebhookSession,
} from './inbound/webhook.ts';
import { createInbox } from './inbound/inbox.ts';
import { readInbox, replaceSession } from './inbound/inbox-store.ts';
import { createSession, type Session, type SessionContext, type SessionDeps } from './session/session.ts';
import { classifyError } from './graph/error-class.ts';

/** Milliseconds before Meta is asked again that did not answer after a restart; doubled up to the longest. */
const RETRY_FIRST = 1000;
const RETRY_LONGEST = 60_000;

/** WhatsApp through Meta's Cloud API: the method `official`, and nothing to scan. */
export interface CloudApi extends Omit<NetworkDriver, 'link' | 'capabilities'> {
	webhook: CloudApiWebhook;
}

export interface CloudApiDeps {
	graph: Graph;
	clock: Clock;
	log: Log;
	seal: EncryptSession;
	meta: WebhookDeps['meta'];
	files: FileStore;
	/** Logs and counts what Meta told of an account; it is recorded apart. */
	onNotice: SessionDeps['onNotice'];
}

/** Files that are fetched at the same time: of one sender, and of all instances. */
const FILES_OF_LANE = 2;
const FILES_OF_ALL = 32;

/** Where instances connect through the official API. Tokens are kept in their sessions, encrypted. */
export function createCloudApi(port: CloudApiDeps): CloudApi {
	const { graph, clock, log, seal, meta, files, onNotice } = port;
	const sessions = new Map<InstanceId, WebhookSession>();
	const room = createFileRoom(FILES_OF_LANE, FILES_OF_ALL);

	async function open(
		instanceId: InstanceId,
		account: Account,
		host: SessionContext,
	): Promise<WebhookSession & { connection: NetworkConnection }> {
		const stored = await readInbox(host.session);
		const line = createSession(instanceId, account, host, {
			graph,
			clock,
			log,
			onNotice,
			onOver: (ended) => {
				if (sessions.get(instanceId)?.line === ended) sessions.delete(instanceId);
			},
		});
		const inbox = createInbox(line, stored, { clock, files, room });
		sessions.set(instanceId, { line, inbox });
		return { line, inbox, connection: openConnection(line, inbox) };
	}

	/** A token is good until Meta says otherwise: nobody has to do anything after a restart. */
	async function reconnect({ line, inbox }: WebhookSession, delay = RETRY_FIRST): Promise<void> {
		const profile = await profileNow(line).catch((error: unknown) => {
			const { instanceId } = line;
			if (!line.isOver()) log.warn({ err: error, instanceId }, 'Meta could not be asked; it is asked again');
			return null;
		});
		if (line.isOver()) return;
		if (profile === null) {
			clock.schedule(delay, () => void reconnect({ line, inbox }, Math.min(delay * 2, RETRY_LONGEST)));
			return;
		}
		tell(line, [{ kind: 'connected', profile }]);
		inbox.start();
	}

	/** Throws what Meta may answer otherwise later. */
	async function profileNow(line: Session): Promise<NetworkProfile> {
		try {
			return (await askProfile(graph, line.account.credentials)).profile;
		} catch (error) {
			await line.closeOnAuthError(error);
			const verdict = error instanceof GraphError ? classifyError(error) : 'later';
			if (verdict === 'refused' || verdict === 'permission') return line.account.profile;
			throw error;
		}
	}

	return {
		webhook: createWebhook({ meta, sessionOf: (instanceId) => sessions.get(instanceId), clock }),
		async connectOfficial(instanceId, credentials, host) {
			const account = await verifyAccount(graph, credentials);
			const sealed = { ...host, session: seal(instanceId, host.session) };
			await replaceSession(host.session, sealed.session, account);
			const opened = await open(instanceId, account, sealed);
			tell(opened.line, [{ kind: 'connected', profile: account.profile }]);
			opened.inbox.start();
			return opened.connection;
		},
		async resume(instanceId, host) {
			const sealed = { ...host, session: seal(instanceId, host.session) };
			const account = await readAccount(sealed.session);
			const opened = await open(instanceId, account ?? NOBODY, sealed);
			if (account === null) {
				opened.line.close();
				tell(opened.line, [{ kind: 'disconnected', reason: 'logged_out' }]);
			} else {
				void reconnect(opened);
			}
			return opened.connection;
		},
	};
}

const NOBODY: Account = {
	credentials: { businessId: '', phoneNumberId: '', accessToken: '' },
	profile: { phone: '', profileName: null, profilePicUrl: null },
};

/** Reports what nobody waits for. Who records it has logged a failure, and a resumed connection tells it again. */
function tell(line: Session, events: NetworkEvent[]): void {
	line.host.report(events).catch(() => undefined);
}
