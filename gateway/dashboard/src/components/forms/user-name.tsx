/** A hidden field by which password managers find the account of a form's passwords. */
export function HiddenUserName({ name }: { name: string }) {
	return <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />;
}
