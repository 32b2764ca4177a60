import type { PhoneMessage } from '../../api/types.ts';
import { Icon } from '../../components/display/icon.tsx';
import './ticks.css';

/** The delivery status of a message that the phone sent: two ticks, coloured once it is read. */
export function Ticks({ status }: { status: PhoneMessage['status'] }) {
	return (
		<span class="ticks" data-status={status}>
			<Icon name="ticks" />
			<span class="visually-hidden">{status === 'read' ? 'Read' : 'Delivered'}</span>
		</span>
	);
}
