import { GatewayError } from '../../../domain/error.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import { permanentCause } from '../graph/error-class.ts';
import { errorText } from '../graph/graph-error.ts';
import { getArray, getPath } from '../graph/json.ts';
import { phoneNumberPath } from '../session/account.ts';
import type { Session } from '../session/session.ts';

/**
 * Blocks or unblocks a person at Meta, by the id of the chat with them. Throws official_api_instance for a person whom
 * Meta does not block: one without a phone number, one who has not written within a day, or another business.
 */
export async function setBlocked(session: Session, contactId: string, blocked: boolean): Promise<void> {
	const phone = phoneOfChat(contactId);
	if (phone === null) throw refused(blocked, 'It does so by phone number, and this person has none here.');
	const path = phoneNumberPath(session.account, 'block_users');
	const body = { messaging_product: 'whatsapp', block_users: [{ user: `+${phone}` }] };
	const action = blocked ? 'block the person' : 'unblock the person';
	let response: unknown;
	try {
		response = await session.requestForClient(action, { method: blocked ? 'POST' : 'DELETE', path, body });
	} catch (error) {
		const cause = permanentCause(error);
		throw refused(blocked, `Meta says: ${cause.message}`);
	}
	// A request for several people can succeed for some of them only, so Meta reports each person.
	const [failed] = getArray(response, 'block_users', 'failed_users');
	if (failed === undefined) return;
	throw refused(blocked, `Meta says: ${errorText(getPath(failed, 'errors', 0)) ?? 'it failed.'}`);
}

function refused(blocked: boolean, reason: string): GatewayError {
	return new GatewayError(
		'official_api_instance',
		`The official API, which this instance is connected by, did not ${blocked ? 'block' : 'unblock'} this person. It blocks people who have written within the last 24 hours, and no other businesses. ${reason}`,
	);
}
