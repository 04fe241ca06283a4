import { ApiError, type Connection, LiveSession, MessageStore } from '@loquat/client'
import type { InitialState, QueueEvent } from '@loquat/contract'
import { create } from 'zustand'
import { api } from './api.ts'
import { registerOptions } from './register-options.ts'
import { loadSnapshot, type Snapshot, saveSnapshot } from './snapshot.ts'

interface Session {
  /** Everything that registering fetched, kept current by events. Empty until then. */
  org: InitialState
  connection: Connection | 'starting'
  /** When the next attempt to connect is made, in milliseconds. */
  retryAt: number | undefined
  /** The session of this browser has ended; the password is asked for in place. */
  isEnded: boolean
}

export const useSession = create<Session>(() => ({
  org: {},
  connection: 'starting',
  retryAt: undefined,
  isEnded: false,
}))

/** A part of the organization's state. Give a selector that returns the same object while nothing changed. */
export const useOrg = <T>(select: (org: InitialState) => T): T => useSession(({ org }) => select(org))
export const org = (): InitialState => useSession.getState().org
export const myId = (): number => org().user_id ?? 0

/** All messages that the app knows, each once. */
export const messages = new MessageStore()

type Listener = (events: readonly QueueEvent[]) => void
const eventListeners = new Set<Listener>()
const freshListeners = new Set<() => void>()

/** Called after events have been applied, several at a time when they came together. */
export function onEvents(listener: Listener): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

/** Called when the state was fetched anew, because the old queue was gone: there may be gaps in what is loaded. */
export function onFreshState(listener: () => void): () => void {
  freshListeners.add(listener)
  return () => freshListeners.delete(listener)
}

let live: LiveSession | undefined
const liveCallbacks = new Set<() => void>()

/** Does what can wait until the first view is there and follows the queue. */
export function whenLive(act: () => void): void {
  if (live === undefined) liveCallbacks.add(act)
  else setTimeout(act)
}

/** At the start the state may be an old one: requests that only make sense in the state as it is now wait for this. */
export const untilLive = (): Promise<void> =>
  live === undefined ? new Promise((resolve) => whenLive(resolve)) : Promise.resolve()

/** Nobody has this id: it stands for whoever looks without an account. */
function withoutSpectatorId(state: InitialState): InitialState {
  if (state.user_id !== 0) return state
  const { user_id: _, ...rest } = state
  return rest
}

/**
 * Shows where things stood last time, if that is known here, and brings it up to date; otherwise registers. Resolves as soon as
 * there is something to show, and fails if nobody is logged in. From then on it follows the queue.
 */
export async function startSession(): Promise<void> {
  const snapshot = await loadSnapshot()
  // A queue has one reader. If another tab has it, this one needs its own.
  const resume =
    snapshot !== undefined && (await lockQueue(snapshot.queueId)) ? snapshot : offlineResume(snapshot)
  await new Promise<void>((resolve, reject) => {
    LiveSession.connect(api, {
      register: registerOptions,
      ...(resume === undefined ? {} : { resume }),
      onState(state) {
        useSession.setState({ org: withoutSpectatorId(state) })
        performance.mark(resume?.state === state ? 'lq:cache' : 'lq:snapshot')
        for (const listener of freshListeners) listener()
        resolve()
      },
      onEvents(events, state) {
        for (const event of events) messages.apply(event)
        useSession.setState({ org: state })
        for (const listener of eventListeners) listener(events)
      },
      onConnection: (connection, { retryAt }) => useSession.setState({ connection, retryAt }),
      onTrouble: (error) => detectSessionEnd(error),
    }).then(
      (connected) => {
        live = connected
        void lockQueue(queueId())
        startSnapshots()
        retryWhenAwake()
        performance.mark('lq:live')
        for (const act of liveCallbacks) setTimeout(act)
        liveCallbacks.clear()
      },
      (error: unknown) => {
        detectSessionEnd(error)
        reject(error)
      },
    )
  })
}

/** Without a network there is no other queue to be had: what is known is shown, and a new one is asked for later. */
const offlineResume = (snapshot: Snapshot | undefined) =>
  snapshot === undefined || navigator.onLine ? undefined : { ...snapshot, queueId: 'of another tab' }

/** Whether this tab is the one that reads a queue; it is until it is closed. */
async function lockQueue(id: string): Promise<boolean> {
  if (!('locks' in navigator) || id === '') return false
  return await new Promise((resolve) => {
    void navigator.locks.request(`loquat:queue:${id}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock !== null) await new Promise(() => {})
    })
  })
}

const tickMs = 10_000
/** A clock that stood still for so long did so because the computer slept. */
const sleepDetectionMs = 30_000

/** There is no reason to wait any longer when the network is back, somebody looks, or the computer woke up. */
function retryWhenAwake(): void {
  addEventListener('online', retryNow)
  addEventListener('focus', retryNow)
  document.addEventListener('visibilitychange', () => document.hidden || retryNow())
  let last = Date.now()
  setInterval(() => {
    if (Date.now() - last > tickMs + sleepDetectionMs) retryNow()
    last = Date.now()
  }, tickMs)
}

const snapshotIntervalMs = 60_000

function startSnapshots(): void {
  const save = () => {
    if (live !== undefined) void saveSnapshot({ ...live.cursor, state: live.state })
  }
  setInterval(() => document.hasFocus() || save(), snapshotIntervalMs)
  document.addEventListener('visibilitychange', () => document.hidden && save())
  save()
}

/** Shows a change before the server has told of it. */
export function changeOrg(edit: (org: InitialState) => InitialState): void {
  if (live !== undefined) useSession.setState({ org: withoutSpectatorId(live.change(edit)) })
}

/** Messages sent from here name the queue, so that their echo says which of ours it is. */
export const queueId = () => live?.cursor.queueId ?? ''
export const retryNow = () => live?.retryNow()
/** Not so where what is shown was kept from the last time, and the server did not want to go on with it. */
export const hasLiveSession = () => live !== undefined

/** Whether somebody has logged in again since the page was loaded. */
let isRenewed = false

/** Goes on with a new session. */
export function renewSession(): void {
  isRenewed = true
  useSession.setState({ isEnded: false })
  retryNow()
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

/** Notices when a refusal means that the session is over. */
export function detectSessionEnd(error: unknown): void {
  if (!isUnauthorized(error) || org().user_id === undefined) return
  const end = () => useSession.setState({ isEnded: true })
  if (!isRenewed) {
    end()
    return
  }
  // The refused request may have been sent before the login, with the old session.
  void api.getOwnUser().then(retryNow, (again: unknown) => {
    if (isUnauthorized(again)) end()
  })
}
