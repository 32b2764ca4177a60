import { Type } from 'typebox';
import QRCode from 'qrcode';
import { countRecoveryCodes } from '../../store/access/recovery-codes.ts';
import { listPasskeys } from '../../store/access/passkeys.ts';
import {
	beginTotp,
	changePassword,
	confirmTotp,
	removeTotp,
	renewRecoveryCodes,
} from '../../access/users/account.ts';
import { addPasskey, passkeyCreationOptions, removePasskey } from '../../access/users/passkeys.ts';
import { secondFactorsOf } from '../../access/users/second-factor.ts';
import { personAt } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Done } from '../server/schemas/responses.ts';
import { relyingPartyOf } from './client.ts';
import {
	Account,
	AddPasskeyBody,
	FirstRecoveryCodes,
	NewPasskey,
	NewTotp,
	Passkey,
	PasskeyCreationOptions,
	PasswordBody,
	RecoveryCodes,
	TotpBody,
} from './schema.ts';
import { passkeyView, userView } from './view.ts';

type Used = 'store' | 'clock' | 'newId' | 'entropy' | 'passwords' | 'sealer' | 'publicUrl' | 'signInLimits';

const Nothing = Type.Object({}, { additionalProperties: false });

/** Changes of one's own account: password and second factors (additions). */
export const accountRoutes: Routes<Used> = (app, deps) => {
	const { store, clock, publicUrl, signInLimits: limits } = deps;
	const defineRoute = routeDefiner(app, {
		tag: 'People',
		access: 'signed in',
		extension: true,
		config: { withoutSecondFactor: true },
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/account',
		operationId: 'getAccount',
		summary: 'Get your own account',
		data: Account,
		handler: async (request) => {
			const { user } = personAt(request);
			const secondFactors = await secondFactorsOf(store.read, user);
			const recoveryCodesLeft = await countRecoveryCodes(store.read, user.id);
			return { user: userView({ user, secondFactors }), recoveryCodesLeft };
		},
	});

	defineRoute({
		method: 'PUT',
		url: '/admin/v1/password',
		operationId: 'changePassword',
		summary: 'Change the password, which ends all other sessions of the person',
		body: PasswordBody,
		response: Done,
		errors: ['invalid_password', 'password_too_weak'],
		handler: async (request) => {
			const change = () => changePassword(deps, request.body, personAt(request), clock.now());
			await limits.attempt(request.ip, change);
			return { success: true, message: 'The password is changed, and all other sessions have ended.' };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/account/totp',
		confirmed: true,
		operationId: 'beginTotp',
		summary: 'Get a secret for an authenticator app, which a first code confirms',
		body: Nothing,
		data: NewTotp,
		handler: async (request) => {
			const { secret, url } = await beginTotp(deps, personAt(request));
			return { secret, url, qrCode: await QRCode.toDataURL(url) };
		},
	});

	defineRoute({
		method: 'PUT',
		url: '/admin/v1/account/totp',
		operationId: 'confirmTotp',
		summary: 'Confirm the authenticator app by its first code',
		body: TotpBody,
		data: FirstRecoveryCodes,
		errors: ['invalid_code'],
		handler: async (request) => {
			const caller = personAt(request);
			const confirm = () => confirmTotp(deps, request.body.code, caller, clock.now());
			return { recoveryCodes: await limits.attemptCode(request.ip, caller.actor, confirm) };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/account/totp',
		confirmed: true,
		operationId: 'removeTotp',
		summary: 'Remove the authenticator app',
		response: Done,
		handler: async (request) => {
			await removeTotp(deps, personAt(request), clock.now());
			return { success: true, message: 'The authenticator app is removed.' };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/account/passkeys',
		operationId: 'listPasskeys',
		summary: 'List your passkeys, oldest first',
		data: Type.Array(Passkey),
		handler: async (request) => (await listPasskeys(store.read, personAt(request).actor)).map(passkeyView),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/account/passkeys/options',
		confirmed: true,
		operationId: 'getPasskeyCreationOptions',
		summary: 'Get the WebAuthn options to create a passkey',
		body: Nothing,
		data: PasskeyCreationOptions,
		handler: async (request) => {
			const page = { relyingParty: relyingPartyOf(request, publicUrl), now: clock.now() };
			return { options: await passkeyCreationOptions(deps, personAt(request), page) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/account/passkeys',
		operationId: 'addPasskey',
		summary: 'Add a passkey that the browser created',
		body: AddPasskeyBody,
		status: 201,
		data: NewPasskey,
		errors: ['invalid_passkey'],
		handler: async (request) => {
			const page = { relyingParty: relyingPartyOf(request, publicUrl), now: clock.now() };
			const { passkey, recoveryCodes } = await addPasskey(deps, request.body, personAt(request), page);
			return { passkey: passkeyView(passkey), recoveryCodes };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/account/passkeys/:passkeyId',
		confirmed: true,
		operationId: 'removePasskey',
		summary: 'Remove a passkey',
		params: Type.Object({ passkeyId: IdOf('pk', 'The passkey.') }),
		response: Done,
		errors: ['passkey_not_found'],
		handler: async (request) => {
			await removePasskey(deps, request.params.passkeyId, personAt(request), clock.now());
			return { success: true, message: 'The passkey is removed.' };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/account/recovery-codes',
		confirmed: true,
		operationId: 'renewRecoveryCodes',
		summary: 'Replace the recovery codes',
		body: Nothing,
		data: RecoveryCodes,
		handler: async (request) => ({
			recoveryCodes: await renewRecoveryCodes(deps, personAt(request), clock.now()),
		}),
	});
	return Promise.resolve();
};
