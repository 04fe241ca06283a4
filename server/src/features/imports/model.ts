import type { Readable } from 'node:stream'
import type {
  ChannelPermission,
  GroupPermission,
  MessageFlag,
  RealmPermission,
  Role,
  SkinTone,
  SystemGroup,
  UserSettings,
} from '@loquat/contract'
import type { Archive } from './archives/archive.ts'
import type { Report } from './report.ts'
import type { Micros, SourceId } from './source-id.ts'
import type { ImportText } from './text/text.ts'

export type { Micros, SourceId } from './source-id.ts'

/**
 * The neutral model that every source yields, in terms of its own IDs. Names may have any form; the writer cleans them
 * ({@link file://./text/names.ts}). Lists that grow with the archive are async iterables, which the writer reads once, in the
 * order of the interface {@link Source}.
 */

/** An archive of one product. */
export interface Source {
  organization: SourceOrganization
  users(): AsyncIterable<SourceUser>
  groups(): AsyncIterable<SourceGroup>
  channels(): AsyncIterable<SourceChannel>
  emoji(): AsyncIterable<SourceEmoji>
  subscriptions(): AsyncIterable<SourceSubscription>
  /** Files that texts refer to by ID. Files that only their message knows are in {@link SourceMessage.files}. */
  files?(): AsyncIterable<SourceFile>
  /** In any order. */
  messages(): AsyncIterable<SourceMessage>
  /** Reactions that the archive keeps apart from the messages. */
  reactions?(): AsyncIterable<SourceReaction & { message: SourceId }>
  /** Flags that the archive keeps apart from the messages, in addition to those that follow from the text. */
  flags?(): AsyncIterable<{ message: SourceId; user: SourceId; flags: SourceFlag[] }>
  /** Earlier versions of messages that the archive keeps apart from the messages. */
  edits?(): AsyncIterable<SourceEdit & { message: SourceId }>
  /** Bytes of the files, if they are known at the start. */
  fileBytes?: number | undefined
  /** Read after the messages. Users without one have read everything and received the messages of their subscriptions. */
  readStates?(): AsyncIterable<SourceReadState>
  /** Personal data of users, one item at a time. */
  personal?(): AsyncIterable<SourcePersonal>
  /** Frees what the source holds. */
  close?(): Promise<void>
}

/** One product that can be imported. */
export interface SourceKind {
  /** Name in the command: `slack`. */
  name: string
  /** Name for people: `Slack`. */
  product: string
  /** Topic of messages outside threads; undefined if every message has a topic. */
  topicOutsideThreads?: string
  /** Messages are in the order of their positions, regardless of their times. */
  ordersByPosition?: true
  /** Two messages with one ID make the archive invalid; otherwise the first is imported. */
  rejectsDuplicates?: true
  /** Message IDs are numbers that links name, and that must be told from new ones. */
  hasMessageLinks?: true
  /** Whether an entry is data rather than a file of a message: {@link file://./archives/archive.ts}. */
  isData(name: string): boolean
  /** Reads the small parts and throws an {@link ImportError} if the archive lacks something essential. */
  open(context: SourceContext): Promise<Source>
}

export interface SourceContext {
  archive: Archive
  /** Name of the archive file or folder, without its directory. */
  fileName: string
  /** For temporary copies. */
  scratchFolder: string
  report: Report
  /** Time of the import. */
  now: Micros
  options: SourceOptions
}

export interface SourceOptions {
  /** Subdomain of the new organization, if the command names one. */
  subdomain: string | undefined
  /** Slack: email addresses by user ID or user name. */
  emails: ReadonlyMap<string, string>
  /** Mattermost: the team to import. */
  team: string | undefined
  downloadFiles: boolean
  /** Discord: the archive does not say which channels are private; true makes all of them so. */
  privateChannels?: boolean
  keepUnread: boolean
}

export interface SourceOrganization {
  name: string
  /** Suggestion in any form; the writer makes it a valid subdomain. */
  subdomain: string
  createdAt?: Micros | undefined
  /** Settings by their API names; unknown names and values that the API refuses are left out. */
  settings?: Record<string, unknown>
  permissions?: Partial<Record<RealmPermission, SourceGroupValue>>
  /** Default settings of new users. */
  userDefaults?: Partial<UserSettings>
  /** Enabled login methods, by name. */
  authentication?: Record<string, boolean>
  /** Channels for the settings `*_stream_id`, by the name of the setting. */
  channelSettings?: Record<string, SourceId | null>
  pictures?: Partial<Record<'icon' | 'logo' | 'night_logo', SourcePicture>>
  domains?: { domain: string; allowSubdomains: boolean }[]
  linkifiers?: { pattern: string; urlTemplate: string }[]
  playgrounds?: { name: string; language: string; urlTemplate: string }[]
  profileFields?: SourceProfileField[]
  /** In their order. */
  channelFolders?: SourceFolder[]
  defaultChannelGroups?: { name: string; description: string; channels: SourceId[] }[]
}

/** The value of a permission. */
export type SourceGroupValue =
  | { group: SourceId }
  | { system: SystemGroup }
  | { members: SourceId[]; groups: (SourceId | SystemGroup)[] }

export interface SourceProfileField {
  id: SourceId
  /** As in the API: 1 short text, 2 long text, 3 select, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  type: number
  name: string
  hint?: string
  data?: Record<string, unknown> | undefined
  inSummary?: boolean
  required?: boolean
  editableByUser?: boolean
}

export interface SourceBot {
  type: 1 | 2 | 3 | 4
  owner?: SourceId | undefined
  /** The URL that an outgoing webhook calls. It gets a new token. */
  service?: { name: string; url: string; interface: 1 | 2 } | undefined
  /** Channels that the bot uses if a request names none. */
  defaults?: BotDefaults | undefined
  /** Values that the bot has stored, by key. */
  storage?: ReadonlyMap<string, string> | undefined
}

export interface BotDefaults {
  sendingChannel?: SourceId | undefined
  eventsChannel?: SourceId | undefined
  allPublicChannels: boolean
}

export interface SourceUser {
  id: SourceId
  name: string
  /** Login name, which completes a name that is too short. */
  handle?: string | undefined
  /** A usable address, or null. */
  email: string | null
  role: Role
  isActive: boolean
  bot?: SourceBot | undefined
  /** One of the server's own bots: no account is created. */
  systemBot?: 'notification-bot' | 'welcome-bot' | 'email-gateway' | undefined
  timezone?: string | undefined
  createdAt?: Micros | undefined
  /** By API name; unknown names and values that the API refuses are left out. */
  settings?: Record<string, unknown> | undefined
  onboardingDone?: string[] | undefined
  avatar?: SourcePicture | undefined
  /** Values by profile field. A value of type 6 is a list of source IDs. */
  profile?: { field: SourceId; value: string | SourceId[] }[] | undefined
  status?: { text: string; emoji?: SourceEmojiRef | undefined } | undefined
}

/** A picture is small: it is read into memory. Undefined if the bytes are missing. */
export type SourcePicture = () => Promise<Uint8Array | undefined>

/** An emoji by its Unicode code (`1f44d`, without `fe0f`), or a custom emoji. */
export type SourceEmojiRef = { code: string } | { custom: SourceId } | { extra: string }

export interface SourceGroup {
  id: SourceId
  name: string
  description: string
  members: SourceId[]
  subgroups: (SourceId | SystemGroup)[]
  creator?: SourceId | undefined
  createdAt?: Micros | undefined
  isDeactivated?: boolean
  permissions?: Partial<Record<GroupPermission, SourceGroupValue>>
}

export interface SourceChannel {
  id: SourceId
  name: string
  description: string
  isPrivate: boolean
  isWebPublic?: boolean
  /** Whether new subscribers can read earlier messages. Always true for public channels. */
  hasSharedHistory: boolean
  isArchived: boolean
  /** Whether new users are subscribed. */
  isDefault?: boolean
  creator?: SourceId | undefined
  createdAt?: Micros | undefined
  retentionDays?: number | null
  permissions?: Partial<Record<ChannelPermission, SourceGroupValue>>
  folder?: SourceId | undefined
  /** In their order. */
  bookmarks?: SourceBookmark[]
}

export interface SourceFolder {
  id: SourceId
  name: string
  description: string
  creator?: SourceId | undefined
  createdAt?: Micros | undefined
  isArchived: boolean
}

export interface SourceBookmark {
  title: string
  /** A web address, or the ID of a file of the archive. */
  to: { url: string } | { file: SourceId }
  user: SourceId
  createdAt: Micros
}

export interface SourceSubscription {
  user: SourceId
  channel: SourceId
  isActive: boolean
  color?: string | undefined
  isMuted?: boolean
  isPinned?: boolean
  desktopNotifications?: boolean | null
  emailNotifications?: boolean | null
  pushNotifications?: boolean | null
  audibleNotifications?: boolean | null
  wildcardMentionsNotify?: boolean | null
}

export interface SourceEmoji {
  id: SourceId
  name: string
  author?: SourceId | undefined
  isDeactivated?: boolean
  createdAt?: Micros | undefined
  picture: SourcePicture
}

export interface SourceFile {
  id: SourceId
  name: string
  contentType?: string | undefined
  /** Undefined: the sender of the message. */
  owner?: SourceId | undefined
  createdAt?: Micros | undefined
  /**
   * Called at most once, before the next item of the iteration is requested. Fails with {@link MissingBytesError}, then
   * or while it is read, if the file cannot be had; it is then skipped.
   */
  open(): Promise<Readable>
}

/** A file that is linked behind the text of its message. */
export interface SourceMessageFile extends SourceFile {
  title: string
  /** Markdown in place of the link if the bytes are missing; without it, the title. */
  fallback?: string | undefined
}

/** A conversation: a channel with a topic or thread, or a set of users that includes the sender. */
export type SourceDestination =
  | { channel: SourceId; topic: string }
  | { channel: SourceId; thread: SourceThread | undefined }
  | { users: SourceId[] }

/** A thread becomes a topic if at least one reply is imported. The writer names it after the root. */
export interface SourceThread {
  /** Unique within its channel. */
  id: SourceId
  isRoot: boolean
  /** Time of the root, also if the root is missing. */
  startedAt: Micros
}

export interface SourceMessage {
  id: SourceId
  /** Order among messages of the same time; also the unit of the ranges of {@link SourceReadState}. */
  position: number
  time: Micros
  sender: SourceId
  /** Name of the placeholder if the sender is not among the users. */
  senderName?: string | undefined
  /** Set if an unknown sender is a bot. */
  isSenderBot?: boolean
  to: SourceDestination
  text: ImportText
  /** Files to be stored and linked on lines of their own behind the text. */
  files?: SourceMessageFile[]
  reactions?: SourceReaction[]
  pin?: SourcePin | undefined
  editedAt?: Micros | undefined
  movedAt?: Micros | undefined
  /** Earlier versions, newest first. */
  edits?: SourceEdit[]
  /** Flags other than `read`. If undefined, mentions follow from the text. */
  flags?: { user: SourceId; flags: SourceFlag[] }[]
  /** Users who starred the message, in addition to {@link flags}. */
  starredBy?: SourceId[]
  /** Name of the sending program. */
  client?: string | undefined
  /** Polls, to-do lists and their votes. */
  submessages?: { sender: SourceId; type: string; content: string }[]
}

/** `markedUnread`: an own message, or one from before the subscription, that is unread. */
export type SourceFlag = Exclude<MessageFlag, 'read'> | 'markedUnread' | 'delivered'

export interface SourcePin {
  user: SourceId
  /** Pinned to the channel, not only to the topic. */
  inChannel: boolean
  pinnedAt: Micros
}

export interface SourceReaction {
  user: SourceId
  emoji: SourceEmojiRef
  skinTone?: SkinTone | undefined
}

/** A change of a message. */
export interface SourceEdit {
  user?: SourceId | undefined
  time: Micros
  /** Before the change; undefined if the content did not change. */
  previousText?: ImportText | undefined
  previousTopic?: string | undefined
  topic?: string | undefined
  previousChannel?: SourceId | undefined
  channel?: SourceId | undefined
}

/** Ranges of positions, both ends inclusive, ascending. */
export type PositionRanges = readonly (readonly [first: number, last: number])[]

/** The read state of a user in a conversation. */
export interface SourceReadState {
  user: SourceId
  in: { channel: SourceId } | { users: SourceId[] }
  /** Undefined, and without periods: everything. */
  received?: PositionRanges | undefined
  /** Periods, without their ends, in which everything was received. */
  receivedBetween?: readonly (readonly [from: Micros, until: Micros])[] | undefined
  /** Read positions, or the time up to which everything is read. */
  read: PositionRanges | { until: Micros }
}

export type SourcePersonal = { user: SourceId } & (
  | { kind: 'topic'; channel: SourceId; topic: string; policy: 1 | 2 | 3; updatedAt?: Micros | undefined }
  /** Follows or mutes the topic that a thread becomes. */
  | { kind: 'thread'; channel: SourceId; thread: SourceId; policy: 1 | 2 | 3 }
  | { kind: 'alert word'; word: string }
  | { kind: 'muted user'; mutedUser: SourceId; mutedAt?: Micros | undefined }
  | { kind: 'snippet'; title: string; content: ImportText; createdAt?: Micros | undefined }
  | { kind: 'saved search'; name: string; query: string; createdAt: Micros }
  | { kind: 'draft'; to: SourceDestination; content: ImportText; editedAt: Micros }
  | {
      kind: 'scheduled message'
      to: SourceDestination
      content: ImportText
      deliverAt: Micros
      failed?: boolean
      /** Files that belong to it, in addition to those that the text links to. */
      files?: SourceId[]
    }
  /** Saved for later: a message, a note, or both. */
  | {
      kind: 'later item'
      message: SourceId | undefined
      note: string
      remindAt: Micros | null
      isReminded: boolean
      doneAt: Micros | null
      createdAt: Micros
    }
  /** How the user arranged a folder of channels. */
  | { kind: 'folder'; folder: SourceId; position: number | null; isCollapsed: boolean }
  | { kind: 'presence'; activeAt: Micros | null; connectedAt: Micros }
)
