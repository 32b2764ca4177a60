import { Button } from '../forms/button.tsx';
import { Icon } from '../display/icon.tsx';
import { saveFile } from '../files/save-file.ts';
import type { ShownDetails } from './shown-message.ts';

type ContactCard = NonNullable<ShownDetails['contacts']>[number];

/** Cards that are shown at once; a message has up to 100. */
const AT_ONCE = 3;

/** Contact cards that somebody shared. */
export function ContactsView({ contacts }: { contacts: readonly ContactCard[] }) {
	const rest = contacts.slice(AT_ONCE);
	return (
		<>
			{contacts.slice(0, AT_ONCE).map((card, index) => (
				<Card key={index} card={card} />
			))}
			{rest.length > 0 && (
				<details class="message-more">
					<summary>{rest.length} more</summary>
					{rest.map((card, index) => (
						<Card key={index} card={card} />
					))}
				</details>
			)}
		</>
	);
}

function Card({ card: { name, phones, emails, vcard } }: { card: ContactCard }) {
	const shown = name === '' ? 'Contact without a name' : name;
	return (
		<div class="message-card">
			<p class="message-card-title">
				<Icon name="person" />
				<bdi>{shown}</bdi>
			</p>
			{[...phones, ...emails].map((line, index) => (
				<p key={index} class="small">
					<bdi>{line}</bdi>
				</p>
			))}
			{vcard !== '' && (
				<Button
					icon="download"
					onClick={() => {
						saveFile(new Blob([vcard], { type: 'text/vcard' }), `${fileNameOf(name)}.vcf`);
					}}
				>
					Save the card
					<span class="visually-hidden"> of {shown}</span>
				</Button>
			)}
		</div>
	);
}

/** Only letters, digits and spaces: a name of others must not choose the file's ending. */
function fileNameOf(name: string): string {
	const safe = name
		.replace(/[^\p{L}\p{N} ]+/gu, ' ')
		.trim()
		.slice(0, 60);
	return safe === '' ? 'contact' : safe;
}
