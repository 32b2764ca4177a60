import { Dialog } from '../../components/layout/dialog.tsx';
import type { PageLocation } from '../../routing/location.ts';
import { findRoute } from '../../routing/routes.ts';
import { RequestExamples } from './request-examples.tsx';

/** The requests that do what a screen shows, over the screen. */
export function Requests({ place, onClose }: { place: PageLocation; onClose: () => void }) {
	return (
		<Dialog title="Requests" onClose={onClose} wide>
			<RequestExamples place={place} parameters={findRoute(place.path)?.parameters ?? {}} />
		</Dialog>
	);
}
