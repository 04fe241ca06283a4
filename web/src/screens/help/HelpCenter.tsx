import { useEffect, useMemo, useState } from 'react'
import { type HelpPages, useHelpPages } from '../../help/help-pages.ts'
import { markNewsSeen } from '../../help/news.ts'
import { createHelpSearch } from '../../help/search-help.ts'
import { helpPages } from '../../help/sections.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { HelpArticle } from './HelpArticle.tsx'
import styles from './HelpCenter.module.css'
import { HelpList } from './HelpList.tsx'
import { plainText } from './help-html.ts'

/** The help center: all pages by section, a search, and the open page. */
export function HelpCenter({ page }: { page: string | undefined }) {
  const text = useText()
  const pages = useHelpPages()
  useEffect(() => {
    if (page === 'whats-new') markNewsSeen()
  }, [page])
  return (
    <>
      <ScreenHeader title={text('view.help')} />
      <Loaded resource={pages}>{(loaded) => <Body pages={loaded} page={page} />}</Loaded>
    </>
  )
}

function Body({ pages, page }: { pages: HelpPages; page: string | undefined }) {
  const [query, setQuery] = useState('')
  const search = useMemo(
    () =>
      createHelpSearch(
        helpPages.flatMap((id) => {
          const found = pages[id]
          return found === undefined ? [] : [{ id, title: found.title, text: plainText(found.html) }]
        }),
      ),
    [pages],
  )
  const results = useMemo(
    () => (query.trim() === '' ? undefined : search(query.slice(0, maxQueryLength))),
    [search, query],
  )
  return (
    <div className={styles.layout} data-page={page !== undefined || undefined}>
      <HelpList pages={pages} current={page} query={query} onQuery={setQuery} results={results} />
      {page !== undefined && <HelpArticle key={page} page={pages[page]} />}
    </div>
  )
}

const maxQueryLength = 100
