import type { IconName } from '../../components/display/icon.tsx';
import type { Capabilities } from './offers.ts';
import type { ListedMessage } from './shown-history.ts';

interface ChangeAction {
	change: 'edit' | 'delete' | 'forward';
	icon: IconName;
	label: string;
}

/** The changes of a message of an instance. */
interface Changes {
	reply: boolean;
	react: boolean;
	actions: readonly ChangeAction[];
}

const NONE: Changes = { reply: false, react: false, actions: [] };

/**
 * Returns the possible changes of a message on a network with these capabilities. The gateway decides whether it is too
 * late.
 */
export function changesOf(item: ListedMessage, capabilities: Capabilities): Changes {
	const { direction, status, type } = item;
	const own = direction === 'outbound';
	if (item.deletedAt !== undefined || (own && status === 'failed')) return NONE;
	if (own && status === 'queued') {
		return { ...NONE, actions: [{ change: 'delete', icon: 'trash', label: 'Cancel sending' }] };
	}
	const actions: ChangeAction[] = [];
	if (own && type === 'text' && item.interactive === undefined && capabilities.has('edits')) {
		actions.push({ change: 'edit', icon: 'edit', label: 'Edit' });
	}
	if (type !== 'unsupported' && capabilities.has('forwarding')) {
		actions.push({ change: 'forward', icon: 'share', label: 'Forward' });
	}
	if (own && capabilities.has('deletions')) {
		actions.push({ change: 'delete', icon: 'trash', label: 'Delete for everyone' });
	}
	return { reply: true, react: capabilities.has('reactions'), actions };
}
