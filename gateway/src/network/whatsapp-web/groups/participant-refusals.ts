import { GatewayError } from '../../../domain/error.ts';
import type { GroupAction, ParticipantRefusal } from '../../../domain/chats/group.ts';
import type { Identities } from '../identity/identities.ts';

/** Participants that an error names; a text with a thousand numbers helps nobody. */
const MAX_NAMED = 20;

/** Returns the reasons why WhatsApp did not change participants, by phone. */
export async function participantRefusals(
	identities: Identities,
	action: GroupAction,
	phones: readonly string[],
	results: readonly { status: string; jid: string | undefined }[],
): Promise<Map<string, ParticipantRefusal>> {
	const refused = new Map<string, ParticipantRefusal>();
	for (const [index, { status, jid }] of results.entries()) {
		if (status === '200') continue;
		const names = jid === undefined ? [] : [await identities.phoneOf(jid), await identities.chatIdOf(jid)];
		const phone = phones.find((candidate) => names.includes(candidate)) ?? phones[index];
		if (phone !== undefined) refused.set(phone, participantRefusal(status, action));
	}
	return refused;
}

function participantRefusal(status: string, action: GroupAction): ParticipantRefusal {
	if (action !== 'add') return 'not_participant';
	// Includes people whose privacy settings forbid adding them: the interface has no code of its own for them.
	return status === '409' ? 'already_participant' : 'not_on_network';
}

/** Throws invalid_parameters, naming the phones, unless there are none. */
export function throwIfNotAddable(phones: readonly string[]): void {
	if (phones.length === 0) return;
	const rest = phones.length - MAX_NAMED;
	const named = phones.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	throw new GatewayError(
		'invalid_parameters',
		`"participants" are not all on the network, or do not let the instance add them: ${named}. Leave these out.`,
	);
}
