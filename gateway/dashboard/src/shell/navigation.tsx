import { Icon, type IconName } from '../components/display/icon.tsx';
import { auth, isOwner } from '../api/sign-in/session.ts';
import { ROLE_NAMES } from '../components/display/roles.ts';
import { currentLocation } from '../routing/location.ts';
import { system } from './system.ts';
import { AlertMark } from './alert-mark.tsx';
import { LiveMark } from './live-mark.tsx';
import './brand.css';
import './navigation.css';

interface Entry {
	path: string;
	label: string;
	icon: IconName;
	/** Whether only owners see it. */
	ownerOnly?: boolean;
}

const GROUPS: readonly { label: string; entries: readonly Entry[] }[] = [
	{
		label: 'Messaging',
		entries: [
			{ path: '/', label: 'Overview', icon: 'overview' },
			{ path: '/instances', label: 'Instances', icon: 'instance' },
			{ path: '/chats', label: 'Chats', icon: 'chat' },
			{ path: '/contacts', label: 'Contacts', icon: 'person' },
			{ path: '/groups', label: 'Groups', icon: 'group' },
			{ path: '/templates', label: 'Templates', icon: 'template' },
		],
	},
	{
		label: 'Integration',
		entries: [
			{ path: '/webhooks', label: 'Webhooks', icon: 'webhook' },
			{ path: '/events', label: 'Events', icon: 'event' },
			{ path: '/ledger', label: 'Ledger', icon: 'ticks' },
			{ path: '/keys', label: 'API keys', icon: 'key', ownerOnly: true },
			{ path: '/reference', label: 'API reference', icon: 'book' },
		],
	},
	{
		label: 'Gateway',
		entries: [
			{ path: '/alerts', label: 'Alerts', icon: 'bell' },
			{ path: '/usage', label: 'Usage and limits', icon: 'gauge' },
			{ path: '/audit', label: 'Audit log', icon: 'list', ownerOnly: true },
			{ path: '/users', label: 'Users', icon: 'group', ownerOnly: true },
			{ path: '/account', label: 'Account', icon: 'person' },
		],
	},
];

export function Navigation() {
	return (
		<div class="navigation">
			<a class="brand" href="#/">
				<Icon name="logo" />
				<span>Messaging Gateway</span>
			</a>
			<nav aria-label="Main">
				{GROUPS.map(({ label, entries }) => (
					<section key={label}>
						<h2>{label}</h2>
						<ul>
							{entries.filter(isAllowed).map((entry) => (
								<li key={entry.path}>
									<a href={`#${entry.path}`} aria-current={isCurrent(entry.path) ? 'page' : undefined}>
										<Icon name={entry.icon} />
										{entry.label}
										{entry.path === '/alerts' && <AlertMark />}
									</a>
								</li>
							))}
						</ul>
					</section>
				))}
			</nav>
			<SignedIn />
			<footer>
				<LiveMark />
				{system.value !== null && <span>Version {system.value.version}</span>}
			</footer>
		</div>
	);
}

function isAllowed({ ownerOnly = false }: Entry): boolean {
	return !ownerOnly || isOwner();
}

/** Who is signed in. */
function SignedIn() {
	if (auth.value.state !== 'signed in') return null;
	const { name, role } = auth.value.session.user;
	return (
		<p class="signed-in">
			<bdi class="cut">{name}</bdi>
			<span>{ROLE_NAMES[role]}</span>
		</p>
	);
}

/** Marks the chats for the screen of a message, too. */
function isCurrent(path: string): boolean {
	const current = currentLocation.value.path;
	if (path === '/') return current === '/';
	if (path === '/chats' && current.startsWith('/messages/')) return true;
	return current === path || current.startsWith(`${path}/`);
}
