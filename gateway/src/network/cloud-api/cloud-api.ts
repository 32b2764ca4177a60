import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkDriver, NetworkEvent, NetworkHost } from '../driver.ts';
import type { SealSession } from '../sealed-session.ts';
import { askProfile, readAccount, verifyAccount, writeAccount, type Account } from './account.ts';
import { openConnection } from './connection.ts';
import type { Graph } from './graph.ts';
import { GraphError, verdictOf } from './graph-error.ts';
import { createHook, type CloudApiHook, type HookPort } from './hook.ts';
import { createLine, type Line } from './line.ts';

/** Milliseconds before Meta is asked again that did not answer after a restart; doubled up to the longest. */
const RETRY_FIRST = 1000;
const RETRY_LONGEST = 60_000;

/** WhatsApp through Meta's Cloud API: the method `official`, and nothing to scan. */
export interface CloudApi extends Omit<NetworkDriver, 'link' | 'capabilities'> {
	hook: CloudApiHook;
}

export interface CloudApiPort {
	graph: Graph;
	clock: Clock;
	seal: SealSession;
	meta: HookPort['meta'];
	files: HookPort['files'];
}

/** Where instances connect through the official API. Tokens are kept in their sessions, encrypted. */
export function createCloudApi({ graph, clock, seal, meta, files }: CloudApiPort): CloudApi {
	const lines = new Map<InstanceId, Line>();

	function open(instanceId: InstanceId, account: Account, host: NetworkHost): Line {
		const line = createLine(instanceId, account, host, {
			graph,
			clock,
			onOver: (ended) => {
				if (lines.get(instanceId) === ended) lines.delete(instanceId);
			},
		});
		lines.set(instanceId, line);
		return line;
	}

	/** A token is good until Meta says otherwise: nobody has to do anything after a restart. */
	async function arrive(line: Line, delay = RETRY_FIRST): Promise<void> {
		if (line.isOver()) return;
		try {
			const { profile } = await askProfile(graph, line.account.credentials);
			tell(line, [{ kind: 'connected', profile }]);
		} catch (error) {
			await line.endOn(error);
			if (line.isOver()) return;
			if (error instanceof GraphError && verdictOf(error) === 'refused') {
				tell(line, [{ kind: 'connected', profile: line.account.profile }]);
				return;
			}
			clock.after(delay, () => {
				arrive(line, Math.min(delay * 2, RETRY_LONGEST)).catch(() => undefined);
			});
		}
	}

	return {
		hook: createHook({ meta, lineOf: (instanceId) => lines.get(instanceId), clock, files }),
		async connectOfficial(instanceId, credentials, host) {
			const account = await verifyAccount(graph, credentials);
			const sealed = { ...host, session: seal(instanceId, host.session) };
			// A device that was linked before would be connected at the next start, in place of this account.
			await sealed.session.clear();
			await writeAccount(sealed.session, account);
			const line = open(instanceId, account, sealed);
			tell(line, [{ kind: 'connected', profile: account.profile }]);
			return openConnection(line);
		},
		async resume(instanceId, host) {
			const sealed = { ...host, session: seal(instanceId, host.session) };
			const account = await readAccount(sealed.session);
			const line = open(instanceId, account ?? NOBODY, sealed);
			if (account === null) {
				line.hangUp();
				tell(line, [{ kind: 'disconnected', reason: 'logged_out' }]);
			} else {
				arrive(line).catch(() => undefined);
			}
			return openConnection(line);
		},
	};
}

const NOBODY: Account = {
	credentials: { businessId: '', phoneNumberId: '', accessToken: '' },
	profile: { phone: '', profileName: null, profilePicUrl: null },
};

/** Reports what nobody waits for. Who records it has logged a failure, and a resumed connection tells it again. */
function tell(line: Line, events: NetworkEvent[]): void {
	line.host.report(events).catch(() => undefined);
}
