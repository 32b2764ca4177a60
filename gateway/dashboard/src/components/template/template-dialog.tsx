import { useRef, useState } from 'preact/hooks';
import { uploadFile } from '../../api/messages.ts';
import { listTemplates, sendTemplate } from '../../api/templates.ts';
import type { SentTemplate, Template } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useIdempotencyKey } from '../../api/hooks/use-idempotency-key.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { digitsOfNumber } from '../forms/phone-number.ts';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { LoadedView } from '../lists/loaded-view.tsx';
import { PlaceholderField } from './placeholder-field.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { componentsOf, isFileType, type PlaceholderValue } from './template-values.ts';

interface Properties {
	title: string;
	instanceId: string;
	/** The person it goes to; null: the form asks for a number. */
	to: string | null;
	/** The template to send; null: the form offers all that are approved. */
	template: Template | null;
	onSent: (sent: SentTemplate) => void;
	onClose: () => void;
}

/** Sends an approved template. */
export function TemplateDialog({ title, template, instanceId, onClose, ...properties }: Properties) {
	const templates = useLoad(template === null ? `templates ${instanceId}` : null, (signal) =>
		listTemplates(instanceId, signal),
	);
	return (
		<Dialog title={title} onClose={onClose} wide>
			{template === null ? (
				<LoadedView of={templates}>
					{(all) => (
						<TemplateForm
							{...properties}
							instanceId={instanceId}
							onClose={onClose}
							templates={all.filter(({ status }) => status === 'approved')}
						/>
					)}
				</LoadedView>
			) : (
				<TemplateForm {...properties} instanceId={instanceId} onClose={onClose} templates={[template]} />
			)}
		</Dialog>
	);
}

interface FormProperties extends Omit<Properties, 'title' | 'template'> {
	templates: readonly Template[];
}

const keyOf = ({ name, language }: Template): string => `${name} ${language}`;

function TemplateForm({ instanceId, to, templates, onSent, onClose }: FormProperties) {
	const [number, setNumber] = useState('');
	const [chosen, setChosen] = useState('');
	const [values, setValues] = useState<ReadonlyMap<number, PlaceholderValue>>(new Map());
	const uploads = useRef(new Map<File, string>());
	const template = templates.find((one) => keyOf(one) === chosen) ?? templates[0];
	const recipient = to ?? digitsOfNumber(number);
	const idempotencyKey = useIdempotencyKey(instanceId, recipient, template, values);

	/** Uploads the files, of which none is uploaded a second time. */
	async function linksOf({ placeholders }: Template): Promise<Map<number, string>> {
		const links = new Map<number, string>();
		for (const [index, { type }] of placeholders.entries()) {
			const file = values.get(index)?.file ?? null;
			if (!isFileType(type) || file === null) continue;
			const link = uploads.current.get(file) ?? (await uploadFile(file)).mediaUrl;
			uploads.current.set(file, link);
			links.set(index, link);
		}
		return links;
	}

	const { run, busy, error } = useAction(async (of: Template) => {
		const { name, language } = of;
		const components = componentsOf(of, values, await linksOf(of));
		const body = { instanceId, to: recipient, template: { name, language, components } };
		onSent(await sendTemplate(body, idempotencyKey));
	});

	if (template === undefined) {
		return (
			<p>No template of this instance is approved. Templates are made at the operator of the network.</p>
		);
	}
	return (
		<Form
			error={error}
			onSubmit={() => void run(template)}
			actions={
				<>
					<Button kind="main" type="submit" icon="send" busy={busy}>
						Send
					</Button>
					<Button onClick={onClose}>Cancel</Button>
				</>
			}
		>
			{to === null && (
				<TextField
					label="Phone number"
					type="tel"
					hint="In international format, such as +49 151 1234 5678."
					maxLength={40}
					value={number}
					onChange={setNumber}
					first
				/>
			)}
			{templates.length > 1 && (
				<SelectField
					label="Template"
					value={keyOf(template)}
					onChange={(next) => {
						setChosen(next);
						setValues(new Map());
					}}
					options={templates.map((one) => [keyOf(one), `${one.name} (${one.language})`] as const)}
				/>
			)}
			{template.placeholders.map((placeholder, index) => (
				<PlaceholderField
					key={`${keyOf(template)} ${index}`}
					placeholder={placeholder}
					value={values.get(index)}
					onChange={(value) => {
						setValues(new Map(values).set(index, value));
					}}
				/>
			))}
			<TemplatePreview template={template} values={values} />
		</Form>
	);
}
