import './unread.css';

/** The number of unread messages; nothing for none. */
export function Unread({ count }: { count: number }) {
	if (count === 0) return null;
	return (
		<span class="unread">
			{count}
			<span class="visually-hidden"> unread</span>
		</span>
	);
}
