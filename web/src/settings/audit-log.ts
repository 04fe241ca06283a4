import type { AuditEntryObject, AuditKind } from '@loquat/contract'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../session/api.ts'
import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd } from '../session/session.ts'

export interface AuditFilter {
  text: string
  kinds: readonly AuditKind[] | undefined
  /** Local dates, such as `2026-11-18`; empty for any. */
  since: string
  until: string
}

interface LoadedEntries {
  entries: readonly AuditEntryObject[]
  /** Where older entries continue; null at the end. */
  next: number | null
}

const pageSize = 50
/** Pages without a hit that are skipped before the viewer is asked to go on. */
const maxEmptyPages = 5
const typingPauseMs = 300
const secondsPerDay = 86_400

const secondsOf = (date: string) => Math.floor(new Date(`${date}T00:00:00`).getTime() / 1_000)

async function fetchPage(
  { text, kinds, since, until }: AuditFilter,
  before: number | null,
  signal: AbortSignal,
): Promise<LoadedEntries> {
  let position = before
  for (let page = 1; ; page++) {
    const { entries, next } = await api.getAuditLog(
      {
        limit: pageSize,
        ...(position === null ? {} : { before: position }),
        ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 100) }),
        ...(kinds === undefined ? {} : { kinds: [...kinds] }),
        ...(since === '' ? {} : { since: secondsOf(since) }),
        ...(until === '' ? {} : { until: secondsOf(until) + secondsPerDay }),
      },
      { signal },
    )
    if (entries.length > 0 || next === null || page === maxEmptyPages) return { entries, next }
    position = next
  }
}

/** Entries that match a filter, newest first, loaded page by page. */
export function useAuditLog(filter: AuditFilter) {
  const [loaded, setLoaded] = useState<LoadedEntries>()
  const [problem, setProblem] = useState<Problem>()
  const key = JSON.stringify(filter)
  const fail = useCallback((error: unknown) => {
    detectSessionEnd(error)
    setProblem(problemOf(error))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the filter
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetchPage(filter, null, abort.signal).then(
        (page) => {
          setLoaded(page)
          setProblem(undefined)
        },
        (error: unknown) => {
          if (!abort.signal.aborted) fail(error)
        },
      )
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key])
  const loadMore = async () => {
    if (loaded === undefined || loaded.next === null) return
    try {
      const page = await fetchPage(filter, loaded.next, new AbortController().signal)
      setLoaded({ entries: [...loaded.entries, ...page.entries], next: page.next })
    } catch (error) {
      fail(error)
    }
  }
  return { loaded, problem, loadMore }
}
