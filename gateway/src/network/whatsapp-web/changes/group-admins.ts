import type { AuthenticationCreds, GroupMetadata } from 'baileys';
import { sleep, type Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { withTimeLimit } from '../../../lib/concurrency/with-time-limit.ts';
import type { Log } from '../../log.ts';
import { openConnectionOf, type DeviceConnection } from '../device.ts';
import { isOwnJid } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import { noAnswer } from '../errors/no-answer.ts';

/** Queries for all groups together; WhatsApp refuses the queries of an account that makes too many. */
const RATE = { maxConcurrent: 4, burst: 10, interval: 1000 };
/** Milliseconds WhatsApp has to answer a query; Baileys waits for a minute by the clock of the machine. */
const QUERY_TIMEOUT = 20_000;
/** Milliseconds before each retry of a query that was not answered. */
const RETRY_DELAYS = [5000, 30_000, 120_000, 600_000];
/** Milliseconds before a query whose connection was lost is repeated on the next one, which does not count. */
const LOST_CONNECTION_DELAY = 1000;

/** Codes with which WhatsApp refuses the metadata: the account is not in the group, or the group does not exist. */
const REFUSALS = new Set([400, 401, 403, 404, 406, 410]);

/** Somebody who did in a group what only its admins may do. */
export interface AdminClaim {
	groupId: string;
	/** The JID of the person. */
	person: string;
}

/** Finds the admins of the groups of a device. */
export interface GroupAdmins {
	/**
	 * Whether a person is an admin of a group, by the group's current metadata. Returns false where WhatsApp refuses the
	 * metadata. Throws where the device closes, or WhatsApp does not answer for minutes.
	 */
	include(claim: AdminClaim): Promise<boolean>;
}

export interface GroupAdminsDeps {
	instanceId: InstanceId;
	creds: AuthenticationCreds;
	clock: Clock;
	log: Log;
	connection: () => Promise<DeviceConnection>;
	closeSignal: AbortSignal;
}

type Participants = GroupMetadata['participants'];

export function createGroupAdmins(deps: GroupAdminsDeps): GroupAdmins {
	const { clock, log, instanceId, closeSignal } = deps;
	/** Anybody can send deletions in any number of groups. */
	const limitQueries = createRateLimit(clock, RATE);
	/** Queries in progress or waiting, by group; deletions that arrive during a query share it. */
	const queries = new Map<string, Promise<Participants>>();

	async function askForParticipants(groupId: string): Promise<Participants> {
		for (let unanswered = 0; ; ) {
			const { socket } = await openConnectionOf(deps);
			let delay: number | undefined = LOST_CONNECTION_DELAY;
			try {
				const query = () => socket.groupMetadata(groupId);
				const metadata = await limitQueries(
					() => withTimeLimit(clock, QUERY_TIMEOUT, query, noAnswer),
					() => {
						closeSignal.throwIfAborted();
						if (!socket.ws.isOpen) throw new Error('The connection was lost.');
					},
				);
				return metadata.participants;
			} catch (error) {
				closeSignal.throwIfAborted();
				if (socket.ws.isOpen) {
					const code = refusalCode(error);
					const isRefused = code !== null && REFUSALS.has(code);
					log.warn({ err: error, instanceId }, isRefused ? REFUSED : UNANSWERED);
					if (isRefused) return [];
					delay = RETRY_DELAYS[unanswered];
					unanswered += 1;
				}
				if (delay === undefined) throw error;
			}
			await sleep(clock, delay);
		}
	}

	function participantsOf(groupId: string): Promise<Participants> {
		let participants = queries.get(groupId);
		if (participants === undefined) {
			participants = askForParticipants(groupId).finally(() => queries.delete(groupId));
			queries.set(groupId, participants);
		}
		return participants;
	}

	return {
		async include({ groupId, person }) {
			// WhatsApp delivers to the account's own devices only what its phone was allowed to do.
			if (isOwnJid(deps, person)) return true;
			const participants = await participantsOf(groupId);
			const { identities } = await openConnectionOf(deps);
			const admins = participants.filter(({ admin }) => admin === 'admin' || admin === 'superadmin');
			for (const { id, lid, phoneNumber } of admins) {
				const names = [id, lid, phoneNumber].map((name) => (name ? withoutDevice(name) : null));
				if (names.includes(person)) return true;
				if (await identities.areSame(id, person)) return true;
			}
			return false;
		},
	};
}

const REFUSED = 'WhatsApp refuses to return the admins of a group; a deletion by one of them is ignored';
const UNANSWERED =
	'WhatsApp does not return the admins of a group; a deletion by one of them waits for its answer';
