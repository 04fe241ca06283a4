import places from 'virtual:help'
import { type Resource, useResource } from '../session/resource.ts'
import { useLocale } from '../texts/texts.tsx'

export interface LoadedHelpPage {
  title: string
  /** `{key id}` stands for the keys of a command. */
  html: string
}

/** By ID. */
export type HelpPages = Readonly<Record<string, LoadedHelpPage>>

/** The help pages in the language of the app; English where there are none in it. */
export function useHelpPages(): Resource<HelpPages> {
  const locale = useLocale()
  const url = places[locale] ?? places.en ?? ''
  return useResource(`help:${url}`, async (signal) => {
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw new Error(`The help pages are not there: ${answer.status}`)
    return (await answer.json()) as HelpPages
  })
}
