import { useState } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import './copy-button.css';

const CONFIRMED_FOR = 2000;

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
	const [said, setSaid] = useState<'' | 'Copied' | 'Not allowed'>('');
	async function copy(): Promise<void> {
		const done = await navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
		setSaid(done ? 'Copied' : 'Not allowed');
		window.setTimeout(() => {
			setSaid('');
		}, CONFIRMED_FOR);
	}
	return (
		<span class="copy">
			<Button
				kind="quiet"
				icon={said === 'Copied' ? 'check' : 'copy'}
				label={`Copy ${what}`}
				onClick={() => void copy()}
			/>
			<span role="status">{said}</span>
		</span>
	);
}
