import { baseline } from './steps/0001-baseline/baseline.ts';
import { sealing } from './steps/0002-sealing.ts';
import { keyInstances } from './steps/0003-key-instances.ts';
import { users } from './steps/0004-users.ts';
import { messageKinds } from './steps/0005-message-kinds.ts';
import { conversations } from './steps/0006-conversations.ts';
import { nodeEdition } from './steps/0007-node-edition.ts';
import { upgrades } from './steps/0008-upgrades.ts';
import { messageSearch } from './steps/0009-message-search.ts';
import { ledger } from './steps/0010-ledger.ts';
import { alerts } from './steps/0011-alerts.ts';
import { simulatedClock } from './steps/0012-simulated-clock.ts';
import { webhookStatistics } from './steps/0013-webhook-statistics.ts';
import { instanceStatistics } from './steps/0014-instance-statistics.ts';
import { chatNotes } from './steps/0015-chat-notes.ts';
import { contactSearch } from './steps/0016-contact-search.ts';
import { instanceDeletion } from './steps/0017-instance-deletion.ts';
import type { Migrations } from './step.ts';

/** The migrations of this version. */
export const MIGRATIONS: Migrations = {
	steps: {
		'0001-baseline': baseline,
		'0002-sealing': sealing,
		'0003-key-instances': keyInstances,
		'0004-users': users,
		'0005-message-kinds': messageKinds,
		'0006-conversations': conversations,
		'0007-node-edition': nodeEdition,
		'0008-upgrades': upgrades,
		'0009-message-search': messageSearch,
		'0010-ledger': ledger,
		'0011-alerts': alerts,
		'0012-simulated-clock': simulatedClock,
		'0013-webhook-statistics': webhookStatistics,
		'0014-instance-statistics': instanceStatistics,
		'0015-chat-notes': chatNotes,
		'0016-contact-search': contactSearch,
		'0017-instance-deletion': instanceDeletion,
	},
	backfills: [],
};

/** Whether this version knows a migration, or it is one of a later version. */
export function isKnownMigration(name: string): boolean {
	return Object.hasOwn(MIGRATIONS.steps, name);
}
