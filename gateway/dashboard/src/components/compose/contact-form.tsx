import { useState } from 'preact/hooks';
import { TextField } from '../forms/text-field.tsx';
import { KindForm, type KindFormProperties } from './kind-form.tsx';
import type { NewContact } from './sent-kinds.ts';

/** Sends a contact card. */
export function ContactForm({ send, onClose }: KindFormProperties<{ contacts: NewContact[] }>) {
	const [name, setName] = useState('');
	const [phone, setPhone] = useState('');
	const [email, setEmail] = useState('');
	return (
		<KindForm
			title="Send a contact"
			onClose={onClose}
			send={() =>
				send({
					contacts: [
						{
							name: name.trim(),
							phones: [phone.trim()],
							...(email.trim() === '' ? {} : { emails: [email.trim()] }),
						},
					],
				})
			}
		>
			<TextField label="Name" maxLength={1000} value={name} onChange={setName} first />
			<TextField
				label="Phone number"
				type="tel"
				hint="In international format, such as +49 151 1234 5678."
				maxLength={100}
				value={phone}
				onChange={setPhone}
			/>
			<TextField label="Email address" optional maxLength={320} value={email} onChange={setEmail} />
		</KindForm>
	);
}
