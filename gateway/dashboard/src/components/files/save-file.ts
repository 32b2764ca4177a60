/** Milliseconds for which a browser can read the content, which it does in another process, after the click. */
const READING_TIME = 60_000;

/** Lets the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// Without the URL, a busy browser saves the file under another name, or not at all.
	setTimeout(() => {
		URL.revokeObjectURL(url);
	}, READING_TIME);
}
