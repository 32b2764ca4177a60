import { useEffect, useState } from 'preact/hooks';

/** The address of a file of the browser while it is shown; null: there is none. */
export function useObjectUrl(file: File | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (file === null) return;
		const created = URL.createObjectURL(file);
		setUrl(created);
		return () => {
			URL.revokeObjectURL(created);
			setUrl(null);
		};
	}, [file]);
	return url;
}
