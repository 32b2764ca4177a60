import type { Template } from '../../api/types.ts';
import { Badge, type Tone } from './badge.tsx';

const STATUS: Record<Template['status'], [Tone, string]> = {
	approved: ['good', 'Approved'],
	pending: ['caution', 'Waiting for approval'],
	rejected: ['bad', 'Rejected'],
	paused: ['caution', 'Paused'],
	disabled: ['plain', 'Disabled'],
};

export const TEMPLATE_CATEGORIES: Record<Template['category'], string> = {
	authentication: 'Authentication',
	marketing: 'Marketing',
	utility: 'Utility',
};

/** Whether a template is approved. */
export function TemplateBadge({ status }: Pick<Template, 'status'>) {
	const [tone, label] = STATUS[status];
	return <Badge tone={tone}>{label}</Badge>;
}
