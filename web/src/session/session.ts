import { ApiError, type Connection, LiveSession, MessageStore } from '@loquat/client'
import type { InitialState, QueueEvent } from '@loquat/contract'
import { create } from 'zustand'
import { api } from './api.ts'
import { registerOptions } from './register-options.ts'
import { deleteSnapshot, loadSnapshot, type Snapshot, saveSnapshot } from './snapshot.ts'

interface Session {
  /** The initial state, kept current by events. Empty until register. */
  org: InitialState
  connection: Connection | 'starting'
  /** Time of the next connection attempt, in milliseconds. */
  retryAt: number | undefined
  /** The session has ended; a dialog asks for the password. */
  isEnded: boolean
}

export const useSession = create<Session>(() => ({
  org: {},
  connection: 'starting',
  retryAt: undefined,
  isEnded: false,
}))

/** Selects from the organization's state. The selector must return the same object while nothing changed. */
export const useOrg = <T>(select: (org: InitialState) => T): T => useSession(({ org }) => select(org))
export const org = (): InitialState => useSession.getState().org
export const myId = (): number => org().user_id ?? 0

/** All known messages. */
export const messages = new MessageStore()

type Listener = (events: readonly QueueEvent[]) => void
const eventListeners = new Set<Listener>()
const freshListeners = new Set<() => void>()

/** Called after a batch of events was applied. */
export function onEvents(listener: Listener): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

/** Called when the state was re-fetched because the queue expired: loaded messages may have gaps. */
export function onFreshState(listener: () => void): () => void {
  freshListeners.add(listener)
  return () => freshListeners.delete(listener)
}

let live: LiveSession | undefined
const liveCallbacks = new Set<() => void>()

/** Runs a function once the session is live, after the first view. */
export function whenLive(act: () => void): void {
  if (live === undefined) liveCallbacks.add(act)
  else setTimeout(act)
}

/** For requests that need the current state: at the start the app shows a cached snapshot. */
export const untilLive = (): Promise<void> =>
  live === undefined ? new Promise((resolve) => whenLive(resolve)) : Promise.resolve()

/** The server sends ID 0 to spectators, which is not a user. */
function withoutSpectatorId(state: InitialState): InitialState {
  if (state.user_id !== 0) return state
  const { user_id: _, ...rest } = state
  return rest
}

/**
 * Shows the cached snapshot and resumes its queue, or registers. Resolves as soon as there is a state to show; rejects if the reader
 * is not logged in.
 */
export async function startSession(): Promise<void> {
  const snapshot = await loadSnapshot()
  // A queue has one reader. If another tab uses it, this one needs a new queue.
  const resume =
    snapshot !== undefined && (await lockQueue(snapshot.queueId)) ? snapshot : withoutQueue(snapshot)
  await new Promise<void>((resolve, reject) => {
    LiveSession.connect(api, {
      register: registerOptions,
      keepPieces: true,
      ...(resume === undefined ? {} : { resume }),
      onState(state) {
        if (isOtherAccount(state)) {
          void deleteSnapshot().then(() => location.reload())
          return
        }
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

/**
 * Whether the session belongs to another account than the shown state, because another organization took the place of this
 * one. None of the loaded IDs are valid there.
 */
const isOtherAccount = ({ user_id }: InitialState) =>
  myId() !== 0 && user_id !== undefined && user_id !== 0 && user_id !== myId()

/** The usable part of a snapshot whose queue belongs to another tab. */
function withoutQueue(snapshot: Snapshot | undefined) {
  if (snapshot === undefined) return undefined
  // Offline, no new queue can be registered: shows the snapshot, and registers later because this queue ID is invalid.
  if (!navigator.onLine) return { ...snapshot, queueId: 'of another tab' }
  const { state, pieces } = snapshot
  return { state, ...(pieces && { pieces }) }
}

/** Tries to become the reader of a queue until this tab is closed. */
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
/** A longer gap between ticks means that the computer slept. */
const sleepDetectionMs = 30_000

/** Reconnects immediately when the network is back, the tab becomes visible, or the computer wakes up. */
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
    if (live === undefined) return
    const { cursor, state, pieces } = live
    void saveSnapshot({ ...cursor, state, ...(pieces && { pieces }) })
  }
  setInterval(() => document.hasFocus() || save(), snapshotIntervalMs)
  document.addEventListener('visibilitychange', () => document.hidden && save())
  save()
}

/** Optimistic update of the state. */
export function changeOrg(edit: (org: InitialState) => InitialState): void {
  if (live !== undefined) useSession.setState({ org: withoutSpectatorId(live.change(edit)) })
}

/** Sent with messages, so that their event contains the local ID. */
export const queueId = () => live?.cursor.queueId ?? ''
export const retryNow = () => live?.retryNow()
/** False while showing a cached snapshot whose queue the server rejected. */
export const hasLiveSession = () => live !== undefined

/** Whether the reader has logged in again since the page was loaded. */
let isRenewed = false

/** Continues after a new login. */
export function renewSession(): void {
  isRenewed = true
  useSession.setState({ isEnded: false })
  retryNow()
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

/** Detects from a failed call that the session has ended. */
export function detectSessionEnd(error: unknown): void {
  if (!isUnauthorized(error) || org().user_id === undefined) return
  const end = () => useSession.setState({ isEnded: true })
  if (!isRenewed) {
    end()
    return
  }
  // The request may have been sent before the login, with the old session.
  void api.getOwnUser().then(retryNow, (again: unknown) => {
    if (isUnauthorized(again)) end()
  })
}
