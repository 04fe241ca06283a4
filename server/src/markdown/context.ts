/**
 * What the renderer may know of the world: look-ups that neither wait nor change anything. Who asks, and so
 * what can be seen, was settled when the context was made.
 */
export interface RenderContext {
  /** The organization's own address, without a trailing slash. */
  readonly url: string
  /** The one with that name, whatever its case; one of them if several have it. */
  userByName(name: string): NamedUser | undefined
  userById(id: number): NamedUser | undefined
  /** By the exact name. */
  groupByName(name: string): NamedGroup | undefined
  /** By the exact name, if its messages can be seen. */
  channelByName(name: string): NamedChannel | undefined
  /** The oldest message of a topic that can be seen. */
  oldestMessageIn(channelId: number, topic: string): number | undefined
  /** How the topic without a name is shown. */
  readonly emptyTopicName: string
  /** Where the picture of an active custom emoji is. */
  customEmoji(name: string): string | undefined
  /** In the order they apply. */
  readonly linkifiers: readonly Linkifier[]
  /** Turn `:)` into an emoji. */
  readonly emoticons: boolean
  /** For code blocks that name no language. Empty: none. */
  readonly defaultCodeLanguage: string
  /** Off for mail, where people indent for other reasons. */
  readonly indentedCode: boolean
  /** Bare `file:///` addresses are links. */
  readonly fileLinks: boolean
  readonly imagePreviews: boolean
  readonly websitePreviews: boolean
  /** An uploaded image, by its path after `/user_uploads/`. */
  uploadedImage(path: string): UploadedImage | undefined
  /** The card of a website, once it was fetched. */
  websiteCard(url: string): WebsiteCard | undefined
  /** The address through which a picture of another site is loaded; undefined: directly. */
  proxied?(url: string): string
  /** Milliseconds; what dates without a year, month or day are completed from. */
  now(): number
}

export interface NamedUser {
  id: number
  fullName: string
  isActive: boolean
}

export interface NamedGroup {
  id: number
  /** As shown: `Administrators` for `role:administrators`. */
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
  /** RFC 6570, over those groups. */
  urlTemplate: string
}

export interface UploadedImage {
  contentType: string
  /** As shown, that is after rotation. */
  width: number
  height: number
  /** Whether the thumbnails exist. */
  ready: boolean
  animated: boolean
  /** The file that stands in for a format browsers do not show: `4032x3024.webp`. */
  transcoded?: string
}

/** What a website says of itself: plain texts, and addresses of the web. */
export interface WebsiteCard {
  title: string
  description: string
  /** Empty: there is none, and then no card either. */
  image: string
  /** What is shown in place of a card: a picture, or a film that this HTML plays. */
  embed?: { title: string; image: string; html?: string }
}

/** A context in which nothing has a name. Tests and descriptions start from it. */
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

/** The parts of the context that are not in the directory and were looked up for one text. */
export type LookedUp = Partial<Pick<RenderContext, 'uploadedImage' | 'websiteCard' | 'oldestMessageIn'>>
