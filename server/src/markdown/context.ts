/**
 * The data that the renderer can look up, synchronously and without side effects. The context is created for one
 * sender and contains only data that the sender can see.
 */
export interface RenderContext {
  /** The organization's URL, without a trailing slash. */
  readonly url: string
  /** The user with this name, ignoring case; any of them if several have it. */
  userByName(name: string): NamedUser | undefined
  userById(id: number): NamedUser | undefined
  /** By exact name. */
  groupByName(name: string): NamedGroup | undefined
  /** By exact name, if the sender can read the channel. */
  channelByName(name: string): NamedChannel | undefined
  /** The oldest readable message of a topic. */
  oldestMessageIn(channelId: number, topic: string): number | undefined
  /** Display name of the empty topic. */
  readonly emptyTopicName: string
  /** URL of an active custom emoji's picture. */
  customEmoji(name: string): string | undefined
  /** In the order they apply. */
  readonly linkifiers: readonly Linkifier[]
  /** Whether to convert `:)` to an emoji. */
  readonly emoticons: boolean
  /** Language of code blocks that name none. Empty for plain text. */
  readonly defaultCodeLanguage: string
  /** Off for emails, where people indent for other reasons. */
  readonly indentedCode: boolean
  /** Whether bare `file:///` URLs become links. */
  readonly fileLinks: boolean
  readonly imagePreviews: boolean
  readonly websitePreviews: boolean
  /** An uploaded image, by its path after `/user_uploads/`. */
  uploadedImage(path: string): UploadedImage | undefined
  /** The preview card of a website, once fetched. */
  websiteCard(url: string): WebsiteCard | undefined
  /** The proxy URL of an external picture; undefined to load it directly. */
  proxied?(url: string): string
  /** Current time in milliseconds, which completes dates without a year, month or day. */
  now(): number
}

export interface NamedUser {
  id: number
  fullName: string
  isActive: boolean
}

export interface NamedGroup {
  id: number
  /** The display name: `Administrators` for `role:administrators`. */
  displayName: string
  deactivated: boolean
}

export interface NamedChannel {
  id: number
  name: string
}

export interface Linkifier {
  /** RE2 with named groups. */
  pattern: string
  /** RFC 6570, with those groups as variables. */
  urlTemplate: string
}

export interface UploadedImage {
  contentType: string
  /** Displayed size, after rotation. */
  width: number
  height: number
  /** Whether the thumbnails exist. */
  ready: boolean
  animated: boolean
  /** Replacement for a format that browsers do not support: `4032x3024.webp`. */
  transcoded?: string
}

/** Metadata of a website: plain texts and web URLs. */
export interface WebsiteCard {
  title: string
  description: string
  /** Empty if there is none; then there is no card either. */
  image: string
  /** Shown in place of a card: a picture, or a video that this HTML plays. */
  embed?: { title: string; image: string; html?: string }
}

/** A context without any names. Tests and descriptions start from it. */
export const emptyContext: RenderContext = {
  url: 'http://localhost',
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  oldestMessageIn: () => undefined,
  emptyTopicName: 'general chat',
  customEmoji: () => undefined,
  linkifiers: [],
  emoticons: false,
  defaultCodeLanguage: '',
  indentedCode: true,
  fileLinks: false,
  imagePreviews: false,
  websitePreviews: false,
  uploadedImage: () => undefined,
  websiteCard: () => undefined,
  now: () => Date.now(),
}

/** The parts of the context outside the directory, which are looked up for each text. */
export type ContextLookups = Partial<Pick<RenderContext, 'uploadedImage' | 'websiteCard' | 'oldestMessageIn'>>
