import type { InstanceId } from '../../domain/ids.ts';
import { GatewayError } from '../../domain/error.ts';
import type { OfficialCredentials } from '../driver.ts';
import type { Account } from './account.ts';
import { profileOf } from './phones/behavior.ts';

/**
 * The account some official credentials belong to on the simulated network: any do, but those whose phoneNumberId
 * ends in 0000 or whose accessToken begins with "wrong" (unknown to the operator), and those whose phoneNumberId
 * ends in 0009 (not verified by it). One that ends in 0008 gives a connection with the limits of real operators. Throws invalid_credentials, provider_verification_required.
 */
export function verifyOfficial(instanceId: InstanceId, credentials: OfficialCredentials): Account {
	const { phoneNumberId, accessToken } = credentials;
	if (phoneNumberId.endsWith('0000') || accessToken.startsWith('wrong')) {
		throw new GatewayError(
			'invalid_credentials',
			'The operator does not accept these credentials. Check businessId, phoneNumberId and accessToken.',
		);
	}
	if (phoneNumberId.endsWith('0009')) {
		throw new GatewayError(
			'provider_verification_required',
			'The operator has not verified this business yet. Finish the verification there, then connect again.',
		);
	}
	const profile = { ...profileOf(instanceId), profileName: 'Simulated business' };
	return { profile, method: 'official', isLimited: phoneNumberId.endsWith('0008') };
}
