import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

import { loadedPackage, OFFICIAL_ACCOUNT_TYPE } from './loadedPackage.ts';

/** The fields of the credential form. */
export interface GatewayCredential extends ICredentialDataDecryptedObject {
	baseUrl: string;
	apiKey: string;
	/** The data of the node's second credential. */
	officialAccount?: { businessId: string; phoneNumberId: string; accessToken: string };
}

/**
 * Provides the credentials of a node, and authenticates with the function of the credential type, as n8n's own helper
 * does.
 */
export class SingleCredentialHelper extends ICredentialsHelper {
	private readonly credential: GatewayCredential;

	constructor(credential: GatewayCredential) {
		super();
		this.credential = credential;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override getCredentialsProperties(name: string): INodeProperties[] {
		return loadedPackage.getCredential(name).type.properties;
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const { officialAccount = {}, ...gateway } = this.credential;
		if (type === OFFICIAL_ACCOUNT_TYPE) return Promise.resolve(officialAccount);
		return Promise.resolve(gateway);
	}

	override authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = loadedPackage.getCredential(typeName).type;
		if (typeof authenticate !== 'function') {
			throw new Error('The credential type must have an authenticate function');
		}
		return authenticate(credentials, options as IHttpRequestOptions);
	}

	override preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override getCredentials(nodeCredentials: INodeCredentialsDetails): Promise<ICredentials> {
		return Promise.reject(new Error(`No test reads the stored credential ${nodeCredentials.name}`));
	}

	override updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	override updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}
}
