import type { Page } from 'playwright-core';

/** A virtual authenticator of the browser, which stores passkeys and verifies its user automatically. */
export interface VirtualAuthenticator {
	/** Returns how many passkeys it keeps. */
	credentials(): Promise<number>;
	/** Fails each verification of the user from now on, as somebody who cancels. */
	refuse(): Promise<void>;
	accept(): Promise<void>;
}

/** Adds an authenticator to a page. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
	const session = await page.context().newCDPSession(page);
	await session.send('WebAuthn.enable');
	const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	const verify = async (isUserVerified: boolean): Promise<void> => {
		await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
	};
	return {
		async credentials() {
			const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
			return credentials.length;
		},
		refuse: () => verify(false),
		accept: () => verify(true),
	};
}
