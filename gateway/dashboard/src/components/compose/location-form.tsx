import { useState } from 'preact/hooks';
import { TextField } from '../forms/text-field.tsx';
import { KindForm, type KindFormProperties } from './kind-form.tsx';
import type { NewLocation } from './sent-kinds.ts';

const TEXT_LIMIT = 1000;
/** A number with a decimal point. The gateway refuses what is beyond the poles. */
const DEGREES = '[+\\-]?\\d{1,3}(\\.\\d+)?';

/** Sends a place. */
export function LocationForm({ send, onClose }: KindFormProperties<{ location: NewLocation }>) {
	const [latitude, setLatitude] = useState('');
	const [longitude, setLongitude] = useState('');
	const [name, setName] = useState('');
	const [address, setAddress] = useState('');
	return (
		<KindForm
			title="Send a location"
			onClose={onClose}
			send={() =>
				send({
					location: {
						latitude: Number(latitude),
						longitude: Number(longitude),
						...(name.trim() === '' ? {} : { name: name.trim() }),
						...(address.trim() === '' ? {} : { address: address.trim() }),
					},
				})
			}
		>
			<TextField
				label="Latitude"
				hint="In degrees, such as 48.2104."
				pattern={DEGREES}
				maxLength={30}
				value={latitude}
				onChange={setLatitude}
				first
			/>
			<TextField
				label="Longitude"
				hint="In degrees, such as 16.3655."
				pattern={DEGREES}
				maxLength={30}
				value={longitude}
				onChange={setLongitude}
			/>
			<TextField label="Name" optional maxLength={TEXT_LIMIT} value={name} onChange={setName} />
			<TextField label="Address" optional maxLength={TEXT_LIMIT} value={address} onChange={setAddress} />
		</KindForm>
	);
}
