/** Strokes on a field of 20 by 20. */
const PATHS = {
	logo: 'M4 8a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v1a4 4 0 0 1-4 4h-2l-4 3v-3.6A4 4 0 0 1 4 9ZM7.5 8.5H12M10.2 6.7 12 8.5l-1.8 1.8',
	overview: 'M3 16h14M5 13V9M9 13V4M13 13V7M16.5 13v-2',
	instance:
		'M6 2.5h8A1.5 1.5 0 0 1 15.5 4v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 16V4A1.5 1.5 0 0 1 6 2.5ZM8.5 15h3',
	chat: 'M3 6.5A2.5 2.5 0 0 1 5.5 4h9A2.5 2.5 0 0 1 17 6.5v5a2.5 2.5 0 0 1-2.5 2.5H9l-4 3v-3a2 2 0 0 1-2-2ZM7 8h6M7 11h4',
	webhook: 'M10 6a2.5 2.5 0 1 0-2 2.4L5.5 13M12 6.5 14.5 11a3 3 0 1 1-2 5M5.5 13a2 2 0 1 0 2 2.5h6',
	event: 'M3 10h3l2.5-5.5 3.5 11 2-5.5h3',
	key: 'M12.5 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM9.3 10.7 3 17M5.5 14.5l2 2',
	book: 'M4 4.5A1.5 1.5 0 0 1 5.5 3H16v11H5.5A1.5 1.5 0 0 0 4 15.5ZM4 15.5A1.5 1.5 0 0 0 5.5 17H16v-3M8 7h4',
	gauge: 'M3.5 14.5a7.5 7.5 0 1 1 13 0M10 11l3-3.5',
	list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.010M3.5 10h.010M3.5 15h.01',
	person: 'M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 16.5c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5',
	phone:
		'M7 2.5h6A1.5 1.5 0 0 1 14.5 4v12a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 16V4A1.5 1.5 0 0 1 7 2.5ZM9 5h2',
	menu: 'M3 6h14M3 10h14M3 14h14',
	close: 'm5 5 10 10M15 5 5 15',
	sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2.5v1M10 16.5v1M2.5 10h1M16.5 10h1M4.7 4.7l.7.7M14.6 14.6l.7.7M4.7 15.3l.7-.7M14.6 5.4l.7-.7',
	moon: 'M16.5 11.5A6.5 6.5 0 0 1 8.5 3.5a6.5 6.5 0 1 0 8 8Z',
	contrast: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 3v14M10 7h5.5M10 10h7M10 13h5.5',
	leave: 'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M8 10h8.5M13.5 7l3 3-3 3',
	plus: 'M10 4v12M4 10h12',
	copy: 'M7.5 7.5h8v8h-8ZM12.5 7.5v-3h-8v8h3',
	check: 'm4 10.5 4 4 8-9',
	search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l4 4',
	pause: 'M7 4.5v11M13 4.5v11',
	play: 'M6 4.5v11l9-5.5Z',
	back: 'M12 4.5 6.5 10l5.5 5.5',
	forward: 'M8 4.5 13.5 10 8 15.5',
	retry: 'M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4',
	attach:
		'm15.5 9-5.8 5.8a3.3 3.3 0 0 1-4.7-4.7l6.3-6.3a2.2 2.2 0 0 1 3.1 3.1l-6.2 6.2a1.1 1.1 0 0 1-1.6-1.6l5.7-5.6',
	send: 'M3.5 10 17 4l-4 13-3-5.5ZM10 11.5 17 4',
	warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.3v.01',
	info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 9.5v4M10 6.7v.01',
	trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6',
	file: 'M5.5 2.5h6l3.5 3.5v11.5h-9.5ZM11.5 2.5V6H15',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign beside a word; it says nothing by itself. */
export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
			<path d={PATHS[name]} />
		</svg>
	);
}
