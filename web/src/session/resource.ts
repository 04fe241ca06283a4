import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { type Problem, problemOf } from './attempt.ts'
import { noteEnd } from './session.ts'

/** Something that no event keeps current: fetched when it is looked at. */
export interface Resource<T> {
  value: T | undefined
  isLoading: boolean
  /** Why the last attempt failed. An older value may still be there. */
  problem: Problem | undefined
  reload: () => void
}

interface Held {
  value?: unknown
  isLoading: boolean
  problem?: Problem | undefined
}

type Load<T> = (signal: AbortSignal) => Promise<T>

const useHeld = create<Record<string, Held>>(() => ({}))
const watched = new Map<string, { count: number; load: Load<unknown>; abort: AbortController }>()
const none: Held = { isLoading: true }

/** What has been fetched under a key is shown at once, and fetched again behind it. */
export function useResource<T>(key: string, load: Load<T>): Resource<T> {
  const { value, isLoading, problem } = useHeld((all) => all[key] ?? none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is loaded
  useEffect(() => {
    const watcher = watched.get(key) ?? { count: 0, load, abort: new AbortController() }
    watched.set(key, watcher)
    watcher.count += 1
    if (watcher.count === 1) void fetchNow(key)
    return () => {
      watcher.count -= 1
      if (watcher.count > 0) return
      watcher.abort.abort()
      watched.delete(key)
    }
  }, [key])
  const reload = useCallback(() => void fetchNow(key), [key])
  return { value: value as T | undefined, isLoading, problem, reload }
}

async function fetchNow(key: string): Promise<void> {
  const watcher = watched.get(key)
  if (watcher === undefined) return
  watcher.abort.abort()
  const abort = new AbortController()
  watcher.abort = abort
  put(key, { isLoading: true })
  try {
    const value = await watcher.load(abort.signal)
    if (!abort.signal.aborted) put(key, { value, isLoading: false, problem: undefined })
  } catch (error) {
    if (abort.signal.aborted) return
    noteEnd(error)
    put(key, { isLoading: false, problem: problemOf(error) })
  }
}

const put = (key: string, change: Held) => useHeld.setState((all) => ({ [key]: { ...all[key], ...change } }))

/** Something has changed: fetched again where it is on screen, forgotten elsewhere. */
export function invalidate(key: string): void {
  if (watched.has(key)) void fetchNow(key)
  else useHeld.setState((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== key)), true)
}

/** Shows a change before the server has told of it. */
export function changeResource<T>(key: string, edit: (value: T) => T): void {
  const held = useHeld.getState()[key]
  if (held?.value !== undefined) put(key, { ...held, value: edit(held.value as T) })
}
