import { Icon, type IconName } from '../components/display/icon.tsx';
import { currentLocation } from '../routing/location.ts';
import { system } from './system.ts';
import { LiveMark } from './live-mark.tsx';
import './brand.css';
import './navigation.css';

interface Entry {
	path: string;
	label: string;
	icon: IconName;
}

const GROUPS: readonly { label: string; entries: readonly Entry[] }[] = [
	{
		label: 'Messaging',
		entries: [
			{ path: '/', label: 'Overview', icon: 'overview' },
			{ path: '/instances', label: 'Instances', icon: 'instance' },
			{ path: '/chats', label: 'Chats', icon: 'chat' },
		],
	},
	{
		label: 'Integration',
		entries: [
			{ path: '/webhooks', label: 'Webhooks', icon: 'webhook' },
			{ path: '/events', label: 'Events', icon: 'event' },
			{ path: '/keys', label: 'API keys', icon: 'key' },
			{ path: '/reference', label: 'API reference', icon: 'book' },
		],
	},
	{
		label: 'Gateway',
		entries: [
			{ path: '/usage', label: 'Usage and limits', icon: 'gauge' },
			{ path: '/audit', label: 'Audit log', icon: 'list' },
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
							{entries.map((entry) => (
								<li key={entry.path}>
									<a href={`#${entry.path}`} aria-current={isCurrent(entry.path) ? 'page' : undefined}>
										<Icon name={entry.icon} />
										{entry.label}
									</a>
								</li>
							))}
						</ul>
					</section>
				))}
			</nav>
			<footer>
				<LiveMark />
				{system.value !== null && <span>Version {system.value.version}</span>}
			</footer>
		</div>
	);
}

/** Marks the chats for the screen of a message, too. */
function isCurrent(path: string): boolean {
	const current = currentLocation.value.path;
	if (path === '/') return current === '/';
	if (path === '/chats' && current.startsWith('/messages/')) return true;
	return current === path || current.startsWith(`${path}/`);
}
