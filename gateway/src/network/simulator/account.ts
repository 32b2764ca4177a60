import type { InstanceId } from '../../domain/ids.ts';
import type { ConnectMethod } from '../../domain/instance.ts';
import type { NetworkEvent, DriverContext, NetworkProfile } from '../driver.ts';
import { addressBookOf } from './phones/address-book.ts';
import { firstGroupsOf } from './groups/first-groups.ts';
import { capabilitiesOf } from './limits.ts';

type Session = DriverContext['session'];

/** Session keys: the profile the instance is connected as, how where that is not by QR code, and whether in full. */
const PROFILE = 'profile';
const METHOD = 'method';
const LIMITED = 'limited';

/** Whom an instance is connected as, and how. */
export interface Account {
	profile: NetworkProfile;
	method: ConnectMethod;
	/** Whether an official connection has the limits those of real operators have. */
	isLimited: boolean;
}

/** The account an instance is linked to on the simulated network, or null while it is linked to none. */
export async function linkedAccount(session: Session): Promise<Account | null> {
	const stored = await session.read(PROFILE);
	if (stored === null) return null;
	const method = (await session.read(METHOD)) === 'official' ? 'official' : 'qrcode';
	const isLimited = (await session.read(LIMITED)) !== null;
	return { profile: JSON.parse(stored) as NetworkProfile, method, isLimited };
}

/** Links an instance to an account, which has groups from the first time on. */
export async function linkAccount(
	instanceId: InstanceId,
	{ profile, method, isLimited }: Account,
	session: Session,
): Promise<void> {
	const groups = await firstGroupsOf(instanceId, profile.phone, session);
	const limited = isLimited ? 'yes' : null;
	await session.write({
		[PROFILE]: JSON.stringify(profile),
		[METHOD]: method,
		[LIMITED]: limited,
		...groups,
	});
}

/** Ends a link; the account keeps its groups, and has them again when it is linked anew. */
export async function unlinkAccount(session: Session): Promise<void> {
	await session.write({ [PROFILE]: null, [METHOD]: null, [LIMITED]: null });
}

/** What is reported of an instance whose connection is open: that it is, and the address book of its phone. */
export async function arrivalOf(
	instanceId: InstanceId,
	account: Account,
	session: Session,
): Promise<NetworkEvent[]> {
	const { profile } = account;
	if (!capabilitiesOf(account).has('address_book')) return [{ kind: 'connected', profile }];
	const contacts = await addressBookOf(instanceId, session);
	return [
		{ kind: 'connected', profile },
		{ kind: 'contacts', contacts },
	];
}
