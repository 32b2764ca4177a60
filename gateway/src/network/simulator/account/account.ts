import type { InstanceId } from '../../../domain/ids.ts';
import type { ConnectMethod } from '../../../domain/instances/instance.ts';
import type { DriverContext } from '../../driver.ts';
import type { NetworkEvent, NetworkProfile } from '../../network-event.ts';
import { ADDRESS_BOOK_REPORTED, addressBookOf } from '../phones/address-book.ts';
import { groupNames, joinedGroups } from '../groups/group-records.ts';
import { initialGroups } from '../groups/initial-groups.ts';
import { restrictionEvents } from './restriction.ts';
import type { SessionReader } from './session-snapshot.ts';
import { capabilitiesOf } from '../simulator-capabilities.ts';

type Session = DriverContext['session'];

/** Session keys. The method is stored for official connections only, `limited` only for those with limits. */
const PROFILE = 'profile';
const METHOD = 'method';
const LIMITED = 'limited';

/** The account on the simulated network that an instance is linked to. */
export interface Account {
	profile: NetworkProfile;
	method: ConnectMethod;
	/** Whether an official connection has the limits of real operators. */
	isLimited: boolean;
}

/** Null: the instance is not linked. */
export async function linkedAccount(session: SessionReader): Promise<Account | null> {
	const stored = await session.readAll([PROFILE, METHOD, LIMITED]);
	const profile = stored.get(PROFILE);
	if (profile === undefined) return null;
	const method = stored.get(METHOD) === 'official' ? 'official' : 'qrcode';
	return { profile: JSON.parse(profile) as NetworkProfile, method, isLimited: stored.has(LIMITED) };
}

/** Links an instance to an account, and creates the account's groups the first time. */
export async function linkAccount(
	instanceId: InstanceId,
	{ profile, method, isLimited }: Account,
	session: Session,
): Promise<void> {
	const groups = await initialGroups(instanceId, profile.phone, session);
	const limited = isLimited ? 'yes' : null;
	await session.write({
		[PROFILE]: JSON.stringify(profile),
		[METHOD]: method,
		[LIMITED]: limited,
		[ADDRESS_BOOK_REPORTED]: null,
		...groups,
	});
}

/** Changes the profile of the linked account. */
export async function writeProfile(session: Session, profile: NetworkProfile): Promise<void> {
	await session.write({ [PROFILE]: JSON.stringify(profile) });
}

/** Unlinks an instance. The session keeps the account's groups for the next link. */
export async function unlinkAccount(session: Session): Promise<void> {
	await session.write({ [PROFILE]: null, [METHOD]: null, [LIMITED]: null });
}

/**
 * The events of an instance that has just connected: the connection, its groups' names and its restriction, and after
 * it was linked its address book, as phones report it.
 */
export async function connectedEvents(
	instanceId: InstanceId,
	account: Account,
	session: SessionReader,
	now: number,
): Promise<NetworkEvent[]> {
	const { profile } = account;
	const capabilities = capabilitiesOf(account);
	const isNew = capabilities.has('address_book') && (await session.read(ADDRESS_BOOK_REPORTED)) === null;
	const contacts = isNew ? await addressBookOf(instanceId, session) : [];
	const groups = capabilities.has('groups') ? await joinedGroups(session, profile.phone) : [];
	return [
		{ kind: 'connected', profile },
		...(contacts.length === 0 ? [] : [{ kind: 'contacts' as const, contacts }]),
		...(groups.length === 0 ? [] : [groupNames(groups)]),
		...(await restrictionEvents(session, now)),
	];
}

/** Reports the events of an instance that has just connected; resolves when they are durable. */
export async function reportConnected(
	{ report, session }: Pick<DriverContext, 'report' | 'session'>,
	events: readonly NetworkEvent[],
): Promise<void> {
	await report(events);
	if (events.some(({ kind }) => kind === 'contacts')) await session.write({ [ADDRESS_BOOK_REPORTED]: 'yes' });
}
