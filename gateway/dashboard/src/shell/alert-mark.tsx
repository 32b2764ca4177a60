import { formatCount, formatInteger } from '../components/display/format.ts';
import { alertCount } from './alert-count.ts';
import './alert-mark.css';

/** The number of alerts that are firing; nothing while there is none. */
export function AlertMark() {
	const { firing, unattended } = alertCount.value ?? { firing: 0, unattended: 0 };
	if (firing === 0) return null;
	return (
		<span class="alert-mark" data-unattended={unattended > 0}>
			<span aria-hidden="true">{formatInteger(firing)}</span>
			<span class="visually-hidden">{formatCount(firing, 'firing alert')}</span>
		</span>
	);
}
