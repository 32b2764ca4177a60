import { Dialog } from '../../components/layout/dialog.tsx';
import type { PageLocation } from '../../routing/location.ts';
import { findRoute } from '../../routing/routes.ts';
import { RequestExamples } from './request-examples.tsx';

/** The API requests of the screen, in a dialog over it. */
export function Requests({ place, onClose }: { place: PageLocation; onClose: () => void }) {
	return (
		<Dialog title="Requests" onClose={onClose} wide>
			<RequestExamples place={place} parameters={findRoute(place.path)?.parameters ?? {}} />
		</Dialog>
	);
}
