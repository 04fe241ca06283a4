import type { App } from '../../../app.ts'
import { Slot } from '../../../platform/slots.ts'
import type { MessageIndex } from '../../../realms/message-index.ts'
import type { Realm } from '../../../realms/realm.ts'
import { eraOf } from '../message-queries/present-found.ts'
import { loadIndexed, loadMessageIndex } from './message-index-store.ts'

/** Loading takes longer than a few readers take without it. */
const minReaders = 3

interface IndexLoading {
  era: string
  readers: number
  running: Promise<void> | undefined
}

const loadingSlot = new Slot<Realm, IndexLoading>()

/**
 * The message index, with everything that the process has followed. Undefined if it is not worth loading, not loaded yet, or changes too
 * quickly.
 */
export async function currentIndex(app: App, realm: Realm): Promise<MessageIndex | undefined> {
  const { messageIndex: index } = realm
  const era = eraOf(app)
  index.startEra(era)
  let loading = realm.slots.get(loadingSlot)
  if (loading?.era !== era) loading = realm.slots.set(loadingSlot, { era, readers: 0, running: undefined })
  if (++loading.readers < minReaders) return undefined
  const isReady = () => index.isLoaded && index.stale.length === 0
  if (isReady()) return index
  loading.running ??= update(app, realm).finally(() => {
    loading.running = undefined
  })
  if (!index.isLoaded) {
    // In the background: nobody waits for something that only saves time.
    loading.running.catch((error: unknown) =>
      app.logger.warn({ err: error, realm_id: realm.id }, 'could not load the message index'),
    )
    return undefined
  }
  await loading.running
  return isReady() ? index : undefined
}

/** Loads the index, or reads changed messages again. */
async function update(app: App, realm: Realm): Promise<void> {
  const { messageIndex: index, follower, id } = realm
  const { db, backgroundDb } = app.database
  if (index.isLoaded) {
    const ids = index.stale
    const { messages, position } = await loadIndexed(db, id, ids)
    if (!index.isLoaded) return
    index.refresh(ids, messages, position)
    followSince(position)
  } else {
    const loaded = await loadMessageIndex(backgroundDb, id, index.loadSize)
    index.load(loaded)
    followSince(loaded.position)
  }

  /** Repeats events that were followed while the statement ran. */
  function followSince(position: number): void {
    const events = follower.recent(position)
    if (events === undefined) index.clear()
    else index.follow(events, realm.directory)
  }
}
