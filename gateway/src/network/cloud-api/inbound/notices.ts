import type { NetworkNotice } from '../../network-event.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import { boundedDetails } from './bounded-details.ts';
import { errorText } from '../graph/graph-error.ts';
import { getPath, getArray, getString } from '../graph/json.ts';
import type { Change } from './payload.ts';

/** Texts for users by Meta's topic. */
const TEXTS: ReadonlyMap<string, string> = new Map([
	['account_alerts', 'Meta has an alert for this account. See the WhatsApp Manager.'],
	['account_review_update', 'Meta reviewed this account.'],
	['account_update', 'Meta changed something about this account. See the WhatsApp Manager.'],
	[
		'automatic_events',
		'Meta detected a purchase, or an interested person, in a chat that an advertisement began.',
	],
	['business_capability_update', 'Meta changed what this account may do.'],
	['calls', 'A person called through the official API, or a call changed. Such calls are not recorded.'],
	['group_lifecycle_update', 'A group of the official API was made or deleted.'],
	['group_participants_update', 'Participants of a group of the official API changed.'],
	['group_settings_update', 'The settings of a group of the official API changed.'],
	['group_status_update', 'Meta changed the status of a group of the official API.'],
	['history', 'Meta sent messages from before the connection; they are not recorded.'],
	['message_echoes', 'A message was sent by another program, or on the phone.'],
	['message_template_components_update', 'A template was changed.'],
	['message_template_quality_update', 'The quality of a template changed.'],
	['message_template_status_update', 'Meta decided on a template.'],
	[
		'messaging_handovers',
		'A chat passed between this account and Meta Business Agent, or another program that answers for it.',
	],
	['phone_number_name_update', 'Meta decided on the name of the number.'],
	['phone_number_quality_update', 'The quality, or the limit, of the number changed.'],
	['security', 'The security settings of the number changed.'],
	['smb_app_state_sync', 'Contacts changed in the WhatsApp Business app.'],
	['smb_message_echoes', 'A message was sent in the WhatsApp Business app.'],
	[
		'standby',
		'Meta Business Agent, or another program, answers in a chat. What is written there is not recorded until you send a message to the chat.',
	],
	['template_category_update', 'Meta moved a template to another category.'],
	['user_id_update', 'The id of a person changed.'],
	['user_preferences', 'A person chose whether to get marketing messages.'],
]);

/** Topics of the gateway's own notices. Every other topic has the metric label `other`, because labels must be few. */
const OWN_TOPICS = [
	'access_refused',
	'errors',
	'group_message',
	'many_notices',
	'messages',
	'statuses',
	'system',
	'unreadable_message',
	'user_actions',
];

/** All metric labels of topics. */
export const TOPIC_LABELS: readonly string[] = [...TEXTS.keys(), ...OWN_TOPICS, 'other'];

/** Returns the metric label of a topic. */
export function topicLabel(topic: string): string {
	return TOPIC_LABELS.includes(topic) ? topic : 'other';
}

/** Creates a notice of bounded size. */
export function createNotice(topic: string, details: unknown, message: string): NetworkNotice {
	return {
		topic: boundedText(topic, NAME_LIMIT),
		message,
		details: boundedDetails(details),
	};
}

/** Returns notices of a change about the account, of errors, and of a payload that cannot be parsed. */
export function toNotices({ field, value }: Change): NetworkNotice[] {
	if (field !== 'messages') {
		const text = TEXTS.get(field) ?? 'Meta sent a notice about this account.';
		const event = getString(value, 'event');
		const metaText = event === null ? '' : ` Meta says: ${boundedText(event, NAME_LIMIT)}.`;
		return [createNotice(field, value, `${text}${metaText}`)];
	}
	const notices = getArray(value, 'errors').map((error) =>
		createNotice(
			'errors',
			error,
			`Meta reports an error of this number. Meta says: ${errorText(error) ?? 'nothing'}`,
		),
	);
	if (getArray(value, 'user_actions').length > 0) {
		notices.push(createNotice('user_actions', value, 'People followed links of marketing messages.'));
	}
	const lists = ['messages', 'statuses', 'errors', 'user_actions'].map((name) => getPath(value, name));
	const isReadable =
		lists.some(Array.isArray) && lists.every((list) => list === undefined || Array.isArray(list));
	return isReadable
		? notices
		: [...notices, createNotice('messages', value, 'Meta sent a webhook that cannot be read.')];
}
