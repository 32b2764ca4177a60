import { useState } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import { CopyButton } from './copy-button.tsx';
import './secret.css';

/** A secret, hidden until it is revealed; null: the gateway keeps it from this user. */
export function Secret({ value, what }: { value: string | null; what: string }) {
	const [shown, setShown] = useState(false);
	if (value === null) return <span class="soft">Only users who may change webhooks see it.</span>;
	return (
		<span class="secret">
			<code>{shown ? value : '•'.repeat(16)}</code>
			<Button
				kind="quiet"
				onClick={() => {
					setShown(!shown);
				}}
			>
				{shown ? 'Hide' : 'Reveal'}
			</Button>
			<CopyButton text={value} what={what} />
		</span>
	);
}
