import { useLayoutEffect, useState } from 'preact/hooks';
import { toApiError, type ApiError } from '../api-error.ts';
import { requestFile } from '../request.ts';
import { auth } from '../sign-in/session.ts';

/** Maximum number of cached files, so that a picture that is scrolled out of view and back is not loaded again. */
const LIMIT = 30;
/** Maximum size of a cached file, in bytes. */
const SIZE_LIMIT = 5_000_000;

const files = new Map<string, Promise<Blob>>();

// Drops the files of a user before the next one signs in.
auth.subscribe(({ state }) => {
	if (state === 'signed out') files.clear();
});

interface FileUrl {
	/** Undefined until the file is loaded. */
	url: string | undefined;
	error: ApiError | undefined;
}

/**
 * Loads a file of the gateway and returns a blob: URL of it. The element that shows the file could not load it itself,
 * because a browser sends no CSRF token for an element.
 */
export function useFileUrl(path: string): FileUrl {
	const [file, setFile] = useState<FileUrl>({ url: undefined, error: undefined });
	// A layout effect: a cached file appears with the element, without a flicker.
	useLayoutEffect(() => {
		let url: string | undefined;
		let left = false;
		setFile({ url: undefined, error: undefined });
		load(path).then(
			(content) => {
				if (left) return;
				url = URL.createObjectURL(content);
				setFile({ url, error: undefined });
			},
			(reason: unknown) => {
				if (!left) setFile({ url: undefined, error: toApiError(reason) });
			},
		);
		return () => {
			left = true;
			if (url !== undefined) URL.revokeObjectURL(url);
		};
	}, [path]);
	return file;
}

function load(path: string): Promise<Blob> {
	const known = files.get(path) ?? requestFile(path).then(({ content }) => content);
	files.delete(path);
	files.set(path, known);
	const [oldest = path] = files.keys();
	if (files.size > LIMIT) files.delete(oldest);
	const drop = () => {
		if (files.get(path) === known) files.delete(path);
	};
	known.then(({ size }) => {
		if (size > SIZE_LIMIT) drop();
	}, drop);
	return known;
}
