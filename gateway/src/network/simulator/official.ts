import type { InstanceId } from '../../domain/ids.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NetworkProfile, OfficialCredentials } from '../driver.ts';
import { profileOf } from './phones.ts';

/**
 * The account some official credentials belong to on the simulated network: any do, but those whose phoneNumberId
 * ends in 0000 or whose accessToken begins with "wrong" (unknown to the operator), and those whose phoneNumberId
 * ends in 0009 (not verified by it). Throws invalid_credentials, provider_verification_required.
 */
export function verifyOfficial(instanceId: InstanceId, credentials: OfficialCredentials): NetworkProfile {
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
	return { ...profileOf(instanceId), profileName: 'Simulated business' };
}
