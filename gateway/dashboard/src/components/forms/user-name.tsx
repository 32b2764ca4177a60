/** Tells password managers which account the passwords of a form belong to. */
export function HiddenUserName({ name }: { name: string }) {
	return <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />;
}
