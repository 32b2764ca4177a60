import { isOwner, mayWrite } from '../../api/sign-in/session.ts';
import type { IconName } from '../../components/display/icon.tsx';
import { rangesOf } from '../../components/search/highlighted.tsx';
import { requestAction, type ScreenAction } from '../../components/search/requested-action.ts';
import { navigate } from '../../routing/location.ts';
import type { Choice } from './choice.ts';

interface Named {
	title: string;
	icon: IconName;
	/** Other words for it. */
	words?: string;
	ownerOnly?: boolean;
}

const SCREENS: readonly (Named & { path: string })[] = [
	{ path: '/', title: 'Overview', icon: 'overview', words: 'home start charts' },
	{ path: '/instances', title: 'Instances', icon: 'instance', words: 'accounts connections numbers' },
	{ path: '/chats', title: 'Chats', icon: 'chat', words: 'conversations inbox' },
	{ path: '/contacts', title: 'Contacts', icon: 'person', words: 'people address book' },
	{ path: '/contacts?tab=check', title: 'Check numbers', icon: 'check', words: 'contacts exists csv' },
	{ path: '/groups', title: 'Groups', icon: 'group', words: 'participants members invite' },
	{ path: '/templates', title: 'Templates', icon: 'template', words: 'approved messages' },
	{ path: '/webhooks', title: 'Webhooks', icon: 'webhook', words: 'deliveries' },
	{ path: '/events', title: 'Events', icon: 'event', words: 'log' },
	{ path: '/ledger', title: 'Ledger', icon: 'ticks', words: 'missing lost proof verdict' },
	{ path: '/keys', title: 'API keys', icon: 'key', words: 'tokens', ownerOnly: true },
	{ path: '/reference', title: 'API reference', icon: 'book', words: 'documentation requests' },
	{ path: '/usage', title: 'Usage and limits', icon: 'gauge', words: 'quota rate disk' },
	{ path: '/alerts', title: 'Alerts', icon: 'bell', words: 'problems warnings mail mute' },
	{ path: '/audit', title: 'Audit log', icon: 'list', words: 'history changes', ownerOnly: true },
	{ path: '/users', title: 'Users', icon: 'group', words: 'people team roles', ownerOnly: true },
	{ path: '/account', title: 'Account', icon: 'person', words: 'password passkey sessions' },
];

const ACTIONS: readonly (Named & { path: string; action: ScreenAction })[] = [
	{
		path: '/instances',
		action: 'create an instance',
		title: 'Create an instance',
		icon: 'plus',
		words: 'new connect link account qr',
	},
	{
		path: '/groups',
		action: 'create a group',
		title: 'Create a group',
		icon: 'plus',
		words: 'new add participants',
	},
	{
		path: '/webhooks',
		action: 'create a webhook',
		title: 'Create a webhook',
		icon: 'plus',
		words: 'new add url',
	},
	{
		path: '/keys',
		action: 'create a key',
		title: 'Create an API key',
		icon: 'plus',
		words: 'new add token',
		ownerOnly: true,
	},
];

/** An action of the page's frame, such as changing its colours. */
export interface FrameAction extends Named {
	act: () => void;
}

/** The screens and actions whose names have words that begin with each word of a text; all for an empty one. */
export function screenChoices(text: string, frameActions: readonly FrameAction[]): Choice[] {
	const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
	const choice = (group: Choice['group'], { title, icon }: Named, act: () => void): Choice => ({
		key: `${group} ${title}`,
		group,
		icon,
		title,
		marks: rangesOf(title, text.trim()),
		act,
	});
	const fits = (named: Named): boolean => isOffered(named) && hasWords(named, wanted);
	const screens = SCREENS.filter(fits).map((screen) =>
		choice('Go to', screen, () => {
			navigate(`#${screen.path}`);
		}),
	);
	const offered = mayWrite() ? ACTIONS : [];
	const actions = offered.filter(fits).map((action) =>
		choice('Actions', action, () => {
			requestAction(action.action);
			navigate(`#${action.path}`);
		}),
	);
	return [
		...screens,
		...actions,
		...frameActions.filter(fits).map((action) => choice('Actions', action, action.act)),
	];
}

function isOffered({ ownerOnly = false }: Named): boolean {
	return !ownerOnly || isOwner();
}

function hasWords({ title, words = '' }: Named, wanted: readonly string[]): boolean {
	const own = `${title} ${words}`.toLowerCase().split(/\s+/);
	return wanted.every((word) => own.some((each) => each.startsWith(word)));
}
