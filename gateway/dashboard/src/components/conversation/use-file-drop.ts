import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether a drag contains files; before the drop, a browser reveals nothing else of them. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
	return dataTransfer?.types.includes('Files') === true;
}

/**
 * Accepts files that are dropped on the returned element; undefined: none. In both cases the browser does not open them
 * in place of the page. `isOver` says whether files are dragged over the element.
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
	const target = useRef<HTMLElement>(null);
	const [isOver, setOver] = useState(false);
	const take = useRef(onFiles);
	take.current = onFiles;
	useEffect(() => {
		const element = target.current;
		if (element === null) return;
		const onDrag = (event: DragEvent): void => {
			if (!hasFiles(event)) return;
			event.preventDefault();
			const isTaken = take.current !== undefined;
			if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
			setOver(isTaken);
		};
		const onLeave = (event: DragEvent): void => {
			// Moving between the parts of the element leaves one of them, and not the element.
			if (event.relatedTarget instanceof Node && element.contains(event.relatedTarget)) return;
			setOver(false);
		};
		const onDrop = (event: DragEvent): void => {
			if (!hasFiles(event)) return;
			event.preventDefault();
			setOver(false);
			const files = [...(event.dataTransfer?.files ?? [])];
			if (files.length > 0) take.current?.(files);
		};
		element.addEventListener('dragover', onDrag);
		element.addEventListener('dragleave', onLeave);
		element.addEventListener('drop', onDrop);
		return () => {
			element.removeEventListener('dragover', onDrag);
			element.removeEventListener('dragleave', onLeave);
			element.removeEventListener('drop', onDrop);
		};
	}, []);
	return { target, isOver };
}
