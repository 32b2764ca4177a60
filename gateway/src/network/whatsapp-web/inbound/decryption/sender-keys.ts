import type { WASocket } from 'baileys';

type Repository = WASocket['signalRepository'];

/** Largest key that is stored, in bytes: real ones have some 80. */
const KEY_LIMIT = 1024;

/**
 * A repository that stores the sender keys in a message only where they are for the chat of this message, and as small as
 * real ones. Baileys stores any number of them, of any size, for groups whose ids the sender invents. `chat`: the JID.
 */
export function withOwnSenderKeys(repository: Repository, chat: string): Repository {
	return {
		...repository,
		async processSenderKeyDistributionMessage(distribution) {
			const { groupId, axolotlSenderKeyDistributionMessage: key } = distribution.item;
			if (groupId !== chat || (key?.length ?? 0) > KEY_LIMIT) return;
			await repository.processSenderKeyDistributionMessage(distribution);
		},
	};
}
