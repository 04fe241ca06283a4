import type { GifObject, InitialState } from '@loquat/contract'
import { useEffect, useRef, useState } from 'react'
import { api } from '../session/api.ts'
import { attemptFor } from '../session/attempt.ts'

/** Whether the server has a key, and the organization has not turned GIFs off. */
export const areGifsOffered = (org: InitialState): boolean =>
  (org.server_gif_provider ?? null) !== null && org.realm_giphy_rating !== 0

export const providerNames = { giphy: 'GIPHY', tenor: 'Tenor' } as const

/** Waits for a pause in typing: each search costs one of the provider's requests. */
const pauseMs = 300
/** More are not kept in the picker; a better search finds them. */
const maxGifs = 240

interface Found {
  gifs: readonly GifObject[]
  next: string | null
}

/** The GIFs for these words, and the next pages. */
export function useGifs(query: string) {
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState<string>()
  const [isLoading, setLoading] = useState(true)
  /** Answers to earlier words are dropped. */
  const current = useRef(query)

  const load = async (position: string, before: readonly GifObject[]) => {
    setLoading(true)
    const { reply, problem } = await attemptFor(() => api.getGifs({ query, position }))
    if (current.current !== query) return
    setLoading(false)
    setProblem(problem === undefined ? undefined : problem.text)
    if (reply === undefined) return
    const known = new Set(before.map(({ id }) => id))
    const gifs = [...before, ...reply.gifs.filter(({ id }) => !known.has(id))].slice(0, maxGifs)
    setFound({ gifs, next: gifs.length < maxGifs ? reply.next_position : null })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the first page of each query
  useEffect(() => {
    current.current = query
    setLoading(true)
    const timer = setTimeout(() => void load('', []), query === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [query])

  const next = found?.next ?? null
  return {
    gifs: found?.gifs ?? [],
    problem,
    isLoading,
    loadMore: next === null ? undefined : () => void load(next, found?.gifs ?? []),
  }
}
