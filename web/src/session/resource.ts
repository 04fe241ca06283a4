import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { type Problem, problemOf } from './attempt.ts'
import { detectSessionEnd } from './session.ts'

/** Data that events do not keep current: fetched when shown. */
export interface Resource<T> {
  value: T | undefined
  isLoading: boolean
  /** Why the last attempt failed. An older value may still be there. */
  problem: Problem | undefined
  reload: () => void
}

interface ResourceEntry {
  value?: unknown
  isLoading: boolean
  problem?: Problem | undefined
}

type Load<T> = (signal: AbortSignal) => Promise<T>

const useEntries = create<Record<string, ResourceEntry>>(() => ({}))
const watchers = new Map<string, { count: number; load: Load<unknown>; abort: AbortController }>()
const loadingEntry: ResourceEntry = { isLoading: true }

/** Returns the cached value of a key immediately, and re-fetches it in the background. */
export function useResource<T>(key: string, load: Load<T>): Resource<T> {
  const { value, isLoading, problem } = useEntries((all) => all[key] ?? loadingEntry)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the loaded data
  useEffect(() => {
    const watcher = watchers.get(key) ?? { count: 0, load, abort: new AbortController() }
    watchers.set(key, watcher)
    watcher.count += 1
    if (watcher.count === 1) void fetchNow(key)
    return () => {
      watcher.count -= 1
      if (watcher.count > 0) return
      watcher.abort.abort()
      watchers.delete(key)
    }
  }, [key])
  const reload = useCallback(() => void fetchNow(key), [key])
  return { value: value as T | undefined, isLoading, problem, reload }
}

async function fetchNow(key: string): Promise<void> {
  const watcher = watchers.get(key)
  if (watcher === undefined) return
  watcher.abort.abort()
  const abort = new AbortController()
  watcher.abort = abort
  setEntry(key, { isLoading: true })
  try {
    const value = await watcher.load(abort.signal)
    if (!abort.signal.aborted) setEntry(key, { value, isLoading: false, problem: undefined })
  } catch (error) {
    if (abort.signal.aborted) return
    detectSessionEnd(error)
    setEntry(key, { isLoading: false, problem: problemOf(error) })
  }
}

const setEntry = (key: string, change: ResourceEntry) =>
  useEntries.setState((all) => ({ [key]: { ...all[key], ...change } }))

/** Re-fetches a resource that is shown, and drops it from the cache otherwise. */
export function invalidate(key: string): void {
  if (watchers.has(key)) void fetchNow(key)
  else
    useEntries.setState((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== key)), true)
}

/** Applies an event to a resource. A fetch in flight may lack the event, so it is repeated. */
export function applyToResource<T>(key: string, edit: (value: T) => T): void {
  changeResource(key, edit)
  if (useEntries.getState()[key]?.isLoading && watchers.has(key)) void fetchNow(key)
}

/** Optimistic update of a resource. */
export function changeResource<T>(key: string, edit: (value: T) => T): void {
  const entry = useEntries.getState()[key]
  if (entry?.value !== undefined) setEntry(key, { ...entry, value: edit(entry.value as T) })
}
