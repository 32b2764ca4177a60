import type { TemplatePlaceholder } from '../../api/types.ts';
import { acceptedEndings, refusalOf } from '../compose/file-rules.ts';
import { Field } from '../forms/field.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { TextField } from '../forms/text-field.tsx';
import { EMPTY_VALUE, isFileType, type PlaceholderValue } from './template-values.ts';

const AMOUNT = '-?\\d{1,9}(\\.\\d{1,3})?';
const DEGREES = '[+\\-]?\\d{1,3}(\\.\\d+)?';
const TEXT_LIMIT = 1024;
const ACTION_LIMIT = 16_384;

interface Properties {
	placeholder: TemplatePlaceholder;
	value: PlaceholderValue | undefined;
	onChange: (value: PlaceholderValue) => void;
}

/** The field, or the fields, that fill in one part of a template. */
export function PlaceholderField({ placeholder, value = EMPTY_VALUE, onChange }: Properties) {
	const { type, required, example } = placeholder;
	const label = labelOf(placeholder);
	const common = {
		label,
		optional: !required,
		hint: example === null ? undefined : `Such as ${example}.`,
		value: value.text,
		onChange: (text: string) => {
			onChange({ ...value, text });
		},
	};
	const more = (name: 'code' | 'longitude' | 'name', text: string) => {
		onChange({ ...value, [name]: text });
	};
	if (isFileType(type)) {
		const refusal = value.file === null ? null : refusalOf(value.file, [type]);
		return (
			<Field label={label} hint={refusal ?? HINTS[type]} optional={!required}>
				{(control) => (
					<input
						{...control}
						class="input"
						type="file"
						accept={acceptedEndings([type])}
						required={required}
						aria-invalid={refusal !== null}
						onChange={({ currentTarget }) => {
							const [file = null] = currentTarget.files ?? [];
							currentTarget.setCustomValidity(file === null ? '' : (refusalOf(file, [type]) ?? ''));
							onChange({ ...value, file });
						}}
					/>
				)}
			</Field>
		);
	}
	if (type === 'action') {
		return <TextArea {...common} hint="A JSON object, in Meta’s shape." maxLength={ACTION_LIMIT} />;
	}
	if (type === 'currency') {
		return (
			<>
				<TextField {...common} label={`${label}: amount`} pattern={AMOUNT} maxLength={14} />
				<TextField
					label={`${label}: currency`}
					hint="Three capital letters, such as EUR."
					pattern="[A-Z]{3}"
					maxLength={3}
					optional={!required}
					value={value.code}
					onChange={(text) => {
						more('code', text);
					}}
				/>
			</>
		);
	}
	if (type === 'location') {
		return (
			<>
				<TextField {...common} label={`${label}: latitude`} pattern={DEGREES} maxLength={30} />
				<TextField
					label={`${label}: longitude`}
					pattern={DEGREES}
					maxLength={30}
					optional={!required}
					value={value.longitude}
					onChange={(text) => {
						more('longitude', text);
					}}
				/>
				<TextField
					label={`${label}: name`}
					optional
					maxLength={TEXT_LIMIT}
					value={value.name}
					onChange={(text) => {
						more('name', text);
					}}
				/>
			</>
		);
	}
	return <TextField {...common} maxLength={LIMITS[type] ?? TEXT_LIMIT} />;
}

const HINTS = { image: 'JPEG, PNG or WebP.', video: 'MP4 or 3GP.', document: 'A PDF.' } as const;
const LIMITS: Partial<Record<TemplatePlaceholder['type'], number>> = { payload: 256, coupon_code: 20 };

const FILE_LABELS = { image: 'Picture', video: 'Video', document: 'Document' } as const;

function labelOf({ component, name, type, title, subType }: TemplatePlaceholder): string {
	if (component === 'button') {
		const button = `Button “${title ?? subType ?? ''}”`;
		if (type === 'payload') return `${button}: what a tap returns`;
		if (type === 'coupon_code') return `${button}: code to copy`;
		if (type === 'action') return `${button}: action`;
		return `${button}: end of its address`;
	}
	const place = component === 'header' ? 'Header' : 'Text';
	if (isFileType(type)) return `${place}: ${FILE_LABELS[type].toLowerCase()}`;
	if (type === 'location') return `${place}: location`;
	return name === null || /^\d+$/.test(name) ? `${place} {{${name ?? '1'}}}` : name;
}
