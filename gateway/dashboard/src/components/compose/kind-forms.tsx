import type { FormKind } from './attach-panel.tsx';
import { ContactForm } from './contact-form.tsx';
import type { KindFormProperties } from './kind-form.tsx';
import { LocationForm } from './location-form.tsx';
import { PollForm } from './poll-form.tsx';
import type { KindFields } from './sent-kinds.ts';

interface Properties extends KindFormProperties<KindFields> {
	/** The open form; null: none. */
	open: FormKind | null;
}

/** The forms of the kinds of messages that are neither a text nor a file. */
export function KindForms({ open, send, onClose }: Properties) {
	if (open === 'location') return <LocationForm send={send} onClose={onClose} />;
	if (open === 'contact') return <ContactForm send={send} onClose={onClose} />;
	if (open === 'poll') return <PollForm send={send} onClose={onClose} />;
	return null;
}
