/** A request to the API, as an example shows it. */
export interface ApiRequest {
	method: string;
	/** The whole address, with its query. */
	url: string;
	/** The JSON of the body; absent: there is none. */
	body?: unknown;
	/** The field of a form that takes a file; absent: the body is no form. */
	fileField?: string;
	/** Whether the answer is a file; absent: it is JSON. */
	answersFile?: boolean;
}

/** Names of files in examples, below the folder in which they run. */
export const SENT_FILE = 'photo.jpg';
export const RECEIVED_FILE = 'answer';
