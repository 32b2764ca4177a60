import { useState } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import { CopyButton } from './copy-button.tsx';
import './secret.css';

/** A secret, hidden until it is revealed. */
export function Secret({ value, what }: { value: string; what: string }) {
	const [shown, setShown] = useState(false);
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
