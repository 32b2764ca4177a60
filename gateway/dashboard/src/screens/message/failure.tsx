import type { MessageDetail } from '../../api/types.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { hrefTo } from '../../routing/location.ts';

type FailureOf = NonNullable<MessageDetail['error']>;

/** Advice by failure code. */
const ADVICE: Record<FailureOf['code'], string> = {
	recipient_not_found:
		'Check the number: country code first, digits only. POST /v1/contacts/check finds the numbers that are on the network before you send.',
	recipient_blocked:
		'This person does not want messages from this number, or the group lets only its admins write. Do not try again.',
	media_download_failed:
		'Check that the file’s URL opens without a login from the machine of the gateway, over HTTPS, then send it again.',
	media_too_large: 'Make the file smaller: images up to 5 MB, video and audio 16 MB, documents 100 MB.',
	unsupported_media_type:
		'Send a format that the network accepts: JPEG, PNG, WebP; MP4, 3GP; MP3, OGG, AAC, M4A; PDF, Office files, TXT.',
	reengagement_window_closed:
		'The last message of this person is more than 24 hours old. Send an approved template, and write freely once there is an answer.',
	rate_limited:
		'The network limits the rate of messages. Wait a while, and set GATEWAY_SEND_INTERVAL to space them out.',
	cancelled: 'It was cancelled before it was sent.',
	expired: 'It waited for 24 hours without a connection. Connect the instance again, then send it once more.',
	network_error: 'Try again. If it fails again, check that the instance is connected.',
	insufficient_credits: 'Top up the account at the operator, then send it again.',
	provider_verification_required:
		'Finish the verification of the business at the operator, then send it again.',
	template_not_found: 'Check the template’s name and language at the operator.',
	template_not_approved: 'Wait until the operator has approved the template, or use another one.',
	invalid_template_params: 'Give exactly one parameter for each placeholder of the template, of its type.',
};

/** Why a message failed, and what to do. */
export function Failure({ error, instanceId }: { error: FailureOf; instanceId: string }) {
	return (
		<Notice tone="bad">
			<h2>Why it failed</h2>
			<p>
				{error.message} (<code>{error.code}</code>)
			</p>
			<p>
				<strong>What to do:</strong> {ADVICE[error.code]}
			</p>
			{(error.code === 'expired' || error.code === 'network_error') && (
				<p>
					<a href={hrefTo('instances', instanceId)}>Look at the instance</a>
				</p>
			)}
		</Notice>
	);
}
