/** The phone on the simulated network. */
export function PhonePanel() {
	return <p>The phone is not here yet.</p>;
}
