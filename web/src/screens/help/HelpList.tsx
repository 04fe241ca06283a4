import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { HelpPages } from '../../help/help-pages.ts'
import type { HelpResult } from '../../help/search-help.ts'
import { helpSections } from '../../help/sections.ts'
import { addressOf } from '../../navigation/router.ts'
import { isNarrow } from '../../shell/layout.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import styles from './HelpCenter.module.css'

interface Props {
  pages: HelpPages
  current: string | undefined
  query: string
  onQuery: (query: string) => void
  /** Undefined without a query. */
  results: readonly HelpResult[] | undefined
}

/** The search, and below it the results or all pages by section. Arrow keys move through both. */
export function HelpList({ pages, current, query, onQuery, results }: Props) {
  const text = useText()
  const list = useRef<HTMLElement>(null)
  // On phones, the keyboard would cover the list.
  useEffect(() => {
    if (current === undefined && !isNarrow()) list.current?.querySelector('input')?.focus()
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('input, a[href]') ?? [])]
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus()
    event.preventDefault()
  }
  return (
    <nav ref={list} className={styles.list} aria-label={text('help.pages')} onKeyDown={onKeyDown}>
      <FilterField label={text('help.search')} value={query} onChange={onQuery} />
      <p className="hidden-visually" role="status">
        {results !== undefined && text('help.results', { count: results.length })}
      </p>
      {results === undefined ? (
        <div className={styles.sections}>
          {helpSections.map(({ id, pages: inside }) => (
            <Section key={id} id={id} pages={pages} inside={inside} current={current} />
          ))}
        </div>
      ) : results.length === 0 ? (
        <p className={styles.none}>{text('help.none')}</p>
      ) : (
        <ul className={styles.results}>
          {results.map(({ id, title, excerpt }) => (
            <li key={id}>
              <a
                href={addressOf({ kind: 'help', page: id })}
                aria-current={id === current ? 'page' : undefined}
              >
                <strong dir="auto">{title}</strong>
                <span dir="auto">{excerpt}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

interface SectionProps {
  id: string
  pages: HelpPages
  inside: readonly string[]
  current: string | undefined
}

function Section({ id, pages, inside, current }: SectionProps) {
  const text = useText()
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{text(`help.section.${id}`)}</h2>
      <ul>
        {inside.map((page) => (
          <li key={page}>
            <a
              dir="auto"
              href={addressOf({ kind: 'help', page })}
              aria-current={page === current ? 'page' : undefined}
            >
              {pages[page]?.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
