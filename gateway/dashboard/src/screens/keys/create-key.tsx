import { useState } from 'preact/hooks';
import { createKey } from '../../api/admin.ts';
import type { Scope } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { CheckboxGroup } from '../../components/forms/checkbox.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { useInstances } from '../../components/forms/instance-select.tsx';
import { Form } from '../../components/forms/form.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { NewKeyValue } from './new-key-value.tsx';
import { SCOPE_OPTIONS } from './scopes.ts';

const LIFETIMES = [
	['', 'Never'],
	['30', 'In 30 days'],
	['90', 'In 90 days'],
	['365', 'In a year'],
] as const;
const DAY = 24 * 3600 * 1000;

interface Properties {
	onCreated: () => void;
	onClose: () => void;
}

/** Creates a key and shows its value once. */
export function CreateKey({ onCreated, onClose }: Properties) {
	const [name, setName] = useState('');
	const [access, setAccess] = useState<'all' | 'some'>('all');
	const [scopes, setScopes] = useState<Scope[]>([]);
	const instances = useInstances();
	const [reach, setReach] = useState<'all' | 'some'>('all');
	const [instanceIds, setInstanceIds] = useState<string[]>([]);
	const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number][0]>('');
	const [addresses, setAddresses] = useState('');
	const [value, setValue] = useState<string>();
	const { run, busy, error } = useAction(async () => {
		const allowedIps = addresses.split(/[\s,]+/).filter((address) => address !== '');
		const created = await createKey({
			name,
			...(access === 'all' ? {} : { scopes }),
			...(reach === 'all' ? {} : { instanceIds }),
			...(lifetime === '' ? {} : { expiresAt: new Date(Date.now() + Number(lifetime) * DAY).toISOString() }),
			...(allowedIps.length === 0 ? {} : { allowedIps }),
		});
		setValue(created.key);
		onCreated();
	});
	const isIncomplete =
		(access === 'some' && scopes.length === 0) || (reach === 'some' && instanceIds.length === 0);
	if (value !== undefined) return <NewKeyValue value={value} onClose={onClose} />;
	return (
		<Dialog title="Create a key" wide onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={isIncomplete}>
							Create the key
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Name"
					hint="Which program will use it, such as n8n."
					maxLength={100}
					value={name}
					onChange={setName}
					first
				/>
				<SelectField
					label="Access"
					value={access}
					onChange={setAccess}
					options={[
						['all', 'Everything'],
						['some', 'Only what I choose'],
					]}
				/>
				{access === 'some' && (
					<CheckboxGroup
						label="Scopes"
						hint="Choose at least one."
						options={SCOPE_OPTIONS}
						chosen={scopes}
						onChange={setScopes}
					/>
				)}
				<SelectField
					label="Instances"
					value={reach}
					onChange={setReach}
					options={[
						['all', 'All'],
						['some', 'Only those I choose'],
					]}
				/>
				{reach === 'some' && (
					<CheckboxGroup
						label="Chosen instances"
						hint="Choose at least one. To the key, no other instance exists."
						options={(instances.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
						chosen={instanceIds}
						onChange={setInstanceIds}
					/>
				)}
				<SelectField label="Expires" value={lifetime} onChange={setLifetime} options={LIFETIMES} />
				<TextField
					label="Allowed addresses"
					optional
					hint="Addresses or ranges the key may be used from, such as 203.0.113.0/24, separated by commas. Leave it empty for any."
					value={addresses}
					onChange={setAddresses}
				/>
			</Form>
		</Dialog>
	);
}
