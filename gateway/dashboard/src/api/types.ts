import type { Static, TUnsafe } from 'typebox';
import type * as admin from '../../../src/http/admin/schema.ts';
import type * as log from '../../../src/http/admin/events-schema.ts';
import type * as find from '../../../src/http/admin/find-schema.ts';
import type * as overview from '../../../src/http/admin/overview-schema.ts';
import type * as chat from '../../../src/http/chats/schema.ts';
import type * as contact from '../../../src/http/contacts/schema.ts';
import type * as delivery from '../../../src/http/deliveries/schema.ts';
import type * as queue from '../../../src/http/deliveries/queue-schema.ts';
import type * as group from '../../../src/http/groups/schema.ts';
import type * as instance from '../../../src/http/instances/schema.ts';
import type * as ledger from '../../../src/http/ledger/schema.ts';
import type * as media from '../../../src/http/media/schema.ts';
import type * as message from '../../../src/http/messages/schema.ts';
import type * as search from '../../../src/http/search/schema.ts';
import type * as responses from '../../../src/http/server/schemas/responses.ts';
import type * as clock from '../../../src/network/simulator/api/clock/schema.ts';
import type * as account from '../../../src/network/simulator/api/account/schema.ts';
import type * as phone from '../../../src/network/simulator/api/phones/schema.ts';
import type * as template from '../../../src/http/templates/schema.ts';
import type * as templateComponent from '../../../src/http/templates/component-schema.ts';
import type * as user from '../../../src/http/users/schema.ts';
import type * as webhook from '../../../src/http/webhooks/schema.ts';
import type { WebhookHealth as StoredHealth } from '../../../src/webhooks/health/webhook-health.ts';

// The types of the API are the gateway's own. They are imported as types only, so nothing of the gateway is bundled.
export type {
	Attempt,
	Delivery,
	DeliveryDetail,
	RetryPreview,
	SentTest,
} from '../../../src/http/deliveries/schema.ts';
export type { ChatQueue } from '../../../src/http/deliveries/queue-schema.ts';
export type { Alert, AlertCount, FiringAlerts, SentMail } from '../../../src/http/alerts/schema.ts';
export type { ChatNote } from '../../../src/http/chats/note-schema.ts';
export type { Executions } from '../../../src/http/ledger/schema.ts';
export type { Contact } from '../../../src/http/contacts/schema.ts';
export type {
	CreatedGroup,
	GroupDetail,
	GroupListItem,
	ParticipantsResult,
} from '../../../src/http/groups/schema.ts';
export type { Chat, ChatDetail, HistoryItem, MessageDetail } from '../../../src/http/chats/schema.ts';
export type { InstanceHealthHistory } from '../../../src/http/instances/health-schema.ts';
export type { Instance, InstanceListItem, InstanceStatusRecord } from '../../../src/http/instances/schema.ts';
export type {
	ManualPhone,
	PhoneChat,
	PhoneMessage,
} from '../../../src/network/simulator/api/phones/schema.ts';
export type { Webhook, WebhookListItem, WebhookStatistics } from '../../../src/http/webhooks/schema.ts';
export type { EventKind } from '../../../src/domain/events/event-kind.ts';
export type { InstanceStatus } from '../../../src/domain/instances/instance.ts';
export type { Role, SecondFactor } from '../../../src/domain/access/user.ts';
export type { MessageStatus, MessageType } from '../../../src/domain/messages/message.ts';
export type { Scope } from '../../../src/domain/access/scope.ts';
export type { DeliveryStatus } from '../../../src/domain/webhooks/webhook.ts';
export type { DeliveryAttempted } from '../../../src/store/signal.ts';
export type { TestResult } from '../../../src/webhooks/management/test-webhook.ts';

export type SimulatedClock = Static<typeof clock.SimulatedClockView>;
export type AdvancedClock = Static<typeof clock.AdvancedClockView>;
export type CurrentSession = Static<typeof user.CurrentSession>;
/** A session that begins: the only response with its CSRF token. */
export type SessionStart = Static<typeof user.NewSession>;
export type SignInState = Static<typeof user.SignInInfo>;
export type UserSession = Static<typeof user.Session>;
export type PasswordChange = Static<typeof user.PasswordBody>;
export type User = Static<typeof user.User>;
export type Account = Static<typeof user.Account>;
export type NewAuthenticator = Static<typeof user.NewTotp>;
export type Passkey = Static<typeof user.Passkey>;
export type NewPasskey = Static<typeof user.NewPasskey>;
/** New recovery codes; null: the user has codes already. */
export type FirstRecoveryCodes = Static<typeof user.FirstRecoveryCodes>;
export type RecoveryCodes = Static<typeof user.RecoveryCodes>;
/** A user with a one-time link to choose a password. */
export type Invitation = Static<typeof user.Invitation>;
export type InviteUser = Static<typeof user.InviteBody>;
export type UpdateUser = Static<typeof user.UpdateUserBody>;
export type ApiKey = Static<typeof admin.Key>;
export type NewApiKey = Static<typeof admin.NewKey>;
export type CreateKey = Static<typeof admin.CreateKeyBody>;

export type AuditEntry = Static<typeof log.AuditEntry>;
export type StoredEvent = Static<typeof log.LoggedEvent>;
export type TimelineStep = Static<typeof log.TimelineStep>;
export type Overview = Static<typeof overview.Overview>;
export type TrafficStep = Overview['series'][number];
export type FailedMessage = Overview['failures'][number];
export type WebhookLine = Overview['webhooks'][number];
export type SystemInfo = Static<typeof overview.System>;

export type Found = Static<typeof find.Found>;
export type LedgerPage = Static<typeof ledger.LedgerPage>;
export type { LedgerHourItem } from '../../../src/http/ledger/schema.ts';
export type FoundMessages = Static<typeof search.SearchPage>;

export type CreateInstance = Static<typeof instance.CreateInstanceBody>;
export type UpdateInstance = Static<typeof instance.UpdateInstanceBody>;
export type UpdatedInstance = Static<typeof instance.UpdatedInstance>;
export type OfficialCredentials = Required<Omit<Static<typeof instance.ConnectBody>, 'method' | 'phone'>>;

export type ContactPage = Static<typeof contact.ContactPage>;
export type ContactProfile = Static<typeof contact.ContactProfile>;
export type ContactCheck = Static<typeof contact.ContactCheckItem>;

export type ChangeGroup = Static<typeof group.ChangeGroupBody>;
export type CreateGroup = Static<typeof group.CreateGroupBody>;
export type ChangeParticipants = Static<typeof group.ChangeParticipantsBody>;

export type ChangeChat = Static<typeof chat.ChangeChatBody>;

export type SendMessage = Static<typeof message.SendMessageBody>;
export type SentMessage = Static<typeof message.SendMessageResponse>;
export type Template = Static<typeof template.Template>;
export type TemplatePlaceholder = Template['placeholders'][number];
export type SendTemplate = Static<typeof template.SendTemplateBody>;
export type SentTemplate = Static<typeof template.SendTemplateResponse>;
export type TemplateComponent = Static<typeof templateComponent.TemplateComponent>;
export type TemplateParameter = Static<typeof templateComponent.TemplateParameter>;
export type Upload = Static<typeof media.Upload>;

export type CreateWebhook = Static<typeof webhook.CreateWebhookBody>;
export type UpdateWebhook = Static<typeof webhook.UpdateWebhookBody>;
export type DeliveryPage = Static<typeof delivery.DeliveryPage>;
export type ChatQueuePage = Static<typeof queue.ChatQueuePage>;
export type DeliveriesQuery = Static<typeof delivery.DeliveriesQuery>;
export type PreviewSelection = Static<typeof delivery.PreviewBody>;
export type RecoverSpan = Static<typeof delivery.RecoverBody>;
/** The stored figures with their times as the API writes them: text. */
export type WebhookHealth = {
	[Field in keyof StoredHealth]: Field extends 'since' | `${string}At`
		? string | Exclude<StoredHealth[Field], number>
		: StoredHealth[Field];
};

export type Call = Static<typeof account.SimulatedCall>;
export type UpdatePhone = Static<typeof phone.ControlBody>;
export type WriteOnPhone = Static<typeof phone.SendBody>;
export type ChatOfPhone = Static<typeof phone.ChatOfPhone>;

/** A response of the form `{success, data}`. */
export type Data<T> = Static<ReturnType<typeof responses.Data<TUnsafe<T>>>>;
/** A page of a list with a total count. */
export type CountedPage<T> = Static<ReturnType<typeof responses.Page<TUnsafe<T>>>>;
/** A page of a list with cursors. */
export type CursorPage<T> = Static<ReturnType<typeof responses.CursorPage<TUnsafe<T>>>>;
