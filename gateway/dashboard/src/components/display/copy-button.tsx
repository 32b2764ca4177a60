import { useRef, useState } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import { copyText } from './copy-text.ts';
import './copy-button.css';

const CONFIRMED_FOR = 2000;

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
	const [said, setSaid] = useState<'' | 'Copied' | 'Select it and copy it by hand'>('');
	const place = useRef<HTMLSpanElement>(null);
	async function copy(): Promise<void> {
		const done = place.current !== null && (await copyText(text, place.current));
		setSaid(done ? 'Copied' : 'Select it and copy it by hand');
		window.setTimeout(() => {
			setSaid('');
		}, CONFIRMED_FOR);
	}
	return (
		<span class="copy" ref={place}>
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
