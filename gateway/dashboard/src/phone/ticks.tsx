import type { PhoneMessage } from '../api/types.ts';
import { Icon } from '../components/display/icon.tsx';
import './ticks.css';

/** How far what the phone wrote has come: two ticks, coloured once the instance has read it. */
export function Ticks({ status }: { status: PhoneMessage['status'] }) {
	return (
		<span class="ticks" data-status={status}>
			<Icon name="ticks" />
			<span class="visually-hidden">{status === 'read' ? 'Read' : 'Delivered'}</span>
		</span>
	);
}
