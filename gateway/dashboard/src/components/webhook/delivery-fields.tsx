import type { MessageType } from '../../api/types.ts';
import { Checkbox, CheckboxGroup } from '../forms/checkbox.tsx';
import type { DeliveryForm } from './delivery-form.ts';
import { SelectField } from '../forms/select-field.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { TextField } from '../forms/text-field.tsx';

interface Properties {
	form: DeliveryForm;
	onChange: (form: DeliveryForm) => void;
}

/** Every type of message. */
const TYPES: Record<MessageType, string> = {
	text: 'Text',
	image: 'Picture',
	video: 'Video',
	audio: 'Audio, voice notes',
	document: 'Document',
	sticker: 'Sticker',
	location: 'Location',
	contacts: 'Contact cards',
	poll: 'Poll',
	order: 'Order',
	unsupported: 'Unsupported',
};
const TYPE_OPTIONS = (Object.keys(TYPES) as MessageType[]).map((value) => ({ value, label: TYPES[value] }));

const DIGITS = '[0-9]{1,4}';
/** A thousand chats. */
const CHATS_LENGTH = 200_000;

/** The delivery settings: order, collection, rate and filter. */
export function DeliveryFields({ form, onChange }: Properties) {
	const set = (change: Partial<DeliveryForm>) => {
		onChange({ ...form, ...change });
	};
	const textField = (label: string, name: 'contains' | 'startsWith' | 'equals') => (
		<TextField
			label={label}
			optional
			maxLength={200}
			value={form[name]}
			onChange={(value) => {
				set({ [name]: value });
			}}
		/>
	);
	return (
		<>
			<Checkbox
				label="In order"
				description="The events of a chat wait for each other. A failing event blocks its own chat only."
				checked={form.ordered}
				onChange={(ordered) => {
					set({ ordered });
				}}
			/>
			<TextField
				label="Collect messages for, in seconds"
				optional
				hint="Messages of a chat are delivered together, after a silence of 1 to 300 seconds."
				inputMode="numeric"
				pattern={DIGITS}
				value={form.collectSeconds}
				onChange={(collectSeconds) => {
					set({ collectSeconds });
				}}
			/>
			<TextField
				label="Most attempts in a second"
				optional
				hint="1 to 1000. Leave it empty for no limit."
				inputMode="numeric"
				pattern={DIGITS}
				value={form.ratePerSecond}
				onChange={(ratePerSecond) => {
					set({ ratePerSecond });
				}}
			/>
			<details open={hasFilter(form)}>
				<summary>Filter of messages</summary>
				<div class="form">
					<TextArea
						label="Only these chats"
						hint="One chat id a line. Empty: all chats."
						optional
						maxLength={CHATS_LENGTH}
						value={form.chats}
						onChange={(chats) => {
							set({ chats });
						}}
					/>
					<CheckboxGroup
						label="Only these types"
						hint="None: all types."
						options={TYPE_OPTIONS}
						chosen={form.types}
						onChange={(types) => {
							set({ types });
						}}
					/>
					<SelectField
						label="Direction"
						value={form.direction}
						options={[
							['', 'Both'],
							['inbound', 'Only messages that arrive'],
							['outbound', 'Only messages that are sent'],
						]}
						onChange={(direction) => {
							set({ direction });
						}}
					/>
					<SelectField
						label="Owner of the chat"
						value={form.owner}
						options={[
							['', 'Anybody'],
							['bot', 'Only chats that the bot has'],
							['person', 'Only chats that a person has'],
						]}
						onChange={(owner) => {
							set({ owner });
						}}
					/>
					{textField('The text contains', 'contains')}
					{textField('The text starts with', 'startsWith')}
					{textField('The text is', 'equals')}
				</div>
			</details>
		</>
	);
}

function hasFilter({ chats, types, direction, owner, contains, startsWith, equals }: DeliveryForm): boolean {
	return (
		types.length > 0 || [chats, direction, owner, contains, startsWith, equals].some((text) => text !== '')
	);
}
