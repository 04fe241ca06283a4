import type { Directory } from '../../../directory/directory.ts'
import { type PersonalChannelSettings, serializePersonalSettings } from '../../../directory/personal-part.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'

/** Different settings of an organization that are kept parsed. Most differ only in the color. */
const maxKept = 1_000

const keptSlot = new Slot<Directory, BoundedCache<string, OwnSubscription>>()

/** Whether a user is or was subscribed to a channel, and with which settings. Shared by all subscriptions that are alike. */
export class OwnSubscription {
  readonly isActive: boolean
  readonly personal: PersonalChannelSettings
  #json: string | undefined

  constructor(isActive: boolean, personal: PersonalChannelSettings) {
    this.isActive = isActive
    this.personal = personal
  }

  /** The settings as clients see them. */
  get json(): string {
    this.#json ??= JSON.stringify(serializePersonalSettings(this.personal))
    return this.#json
  }
}

/** The subscriptions of a user by channel, from the text that {@link subscriptionsQuery} reads. */
export function subscriptionsIn(directory: Directory, text: string | null): Map<number, OwnSubscription> {
  const kept =
    directory.slots.get(keptSlot) ??
    directory.slots.set(keptSlot, new BoundedCache<string, OwnSubscription>(maxKept))
  const subscriptions = new Map<number, OwnSubscription>()
  for (const line of text?.split('\n') ?? []) {
    const start = line.indexOf('(')
    const settings = line.slice(start)
    let subscription = kept.get(settings)
    if (subscription === undefined) {
      subscription = parse(settings)
      kept.set(settings, subscription)
    }
    subscriptions.set(Number(line.slice(0, start)), subscription)
  }
  return subscriptions
}

/** For example `(t,f,f,,,,,)#76ce90`: a row of booleans, and the color. */
function parse(text: string): OwnSubscription {
  const end = text.indexOf(')')
  const [active, muted, pinned, ...notifications] = text.slice(1, end).split(',').map(booleanIn)
  const [desktop = null, email = null, push = null, audible = null, wildcard = null] = notifications
  return new OwnSubscription(active === true, {
    color: text.slice(end + 1),
    is_muted: muted === true,
    pin_to_top: pinned === true,
    desktop_notifications: desktop,
    email_notifications: email,
    push_notifications: push,
    audible_notifications: audible,
    wildcard_mentions_notify: wildcard,
  })
}

const booleanIn = (text: string) => (text === '' ? null : text === 't')
