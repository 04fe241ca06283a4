import type { NarrowTerm } from '@loquat/contract'
import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { lookup } from '../lib/derived.ts'
import { addressOf } from '../navigation/router.ts'
import { ignoredWords, isPersonal, relaxations, withoutScope, withPublic } from '../search/relax-search.ts'
import { impossibleReason, parseSearch, searchTextOf } from '../search/search-text.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useFeed } from './feeds.ts'
import styles from './SearchBar.module.css'
import { useSearchWords, useTermLabel } from './search-labels.ts'

const noWords: readonly string[] = []
/** With more results, similar words are not offered. */
const maxFewResults = 10

/** Describes the search in words, and suggests others if nothing was found. */
export function SearchSummary({ q, terms }: { q: string; terms: readonly NarrowTerm[] }) {
  const text = useText()
  const inWords = useSearchWords()
  const label = useTermLabel()
  const view = useMemo(() => ({ kind: 'search' as const, q }), [q])
  const { feed, snapshot } = useFeed(view)
  const stopWords = useOrg((org) => org.stop_words ?? noWords)
  const { hints } = parseSearch(q, lookup())
  const never = impossibleReason(terms)
  const isEmpty = snapshot.status === 'ready' && snapshot.ids.length === 0
  const ignored = isEmpty ? ignoredWords(terms, new Set(stopWords)) : []
  const elsewhere = withoutScope(terms)
  const isWhole = snapshot.status === 'ready' && snapshot.hasOldest && snapshot.hasNewest
  const hasFew = isWhole && snapshot.ids.length > 0 && snapshot.ids.length <= maxFewResults
  const hasWords = terms.some(({ operator }) => operator === 'search')
  const address = (other: readonly NarrowTerm[]) =>
    addressOf({ kind: 'search', q: searchTextOf(other, lookup()) })
  return (
    <div className={styles.summary}>
      <p>
        <span dir="auto">{inWords(terms)}</span>
        {snapshot.ids.length > 0 && (
          <span className={styles.count}>
            {text(snapshot.hasOldest && snapshot.hasNewest ? 'search.results' : 'search.loaded', {
              count: snapshot.ids.length,
            })}
          </span>
        )}
      </p>
      {snapshot.similar !== undefined && snapshot.ids.length > 0 && (
        <p className={styles.soft} role="status">
          {text(`search.similar.${snapshot.similar}`)}
        </p>
      )}
      {hasFew && hasWords && snapshot.similar === undefined && (
        <p className={styles.soft}>
          <Button kind="quiet" size="small" onClick={() => void feed.openSimilar()}>
            {text('search.similar.offer')}
          </Button>
        </p>
      )}
      {isPersonal(terms) && terms.length > 0 && !isEmpty && (
        <p className={styles.soft}>
          {text('search.personal')} · <a href={address(withPublic(terms))}>{text('search.allPublic')}</a>
        </p>
      )}
      {elsewhere !== undefined && (
        <p className={styles.soft}>
          <a href={address(elsewhere)}>{text('search.everywhere')}</a>
        </p>
      )}
      {hints.map((hint) => (
        <p key={hint.text} className={styles.soft}>
          {text(`search.hint.${hint.kind}`, { text: hint.text, operator: hint.operator })}
        </p>
      ))}
      {never !== undefined && <p className={styles.warning}>{text(`search.impossible.${never}`)}</p>}
      {ignored.length > 0 && (
        <p className={styles.soft}>{text('search.ignored', { words: ignored.join(', ') })}</p>
      )}
      {isEmpty && relaxations(terms).length > 0 && (
        <ul className={styles.relaxed} aria-label={text('search.tryInstead')}>
          {relaxations(terms).map(({ kind, dropped, terms: other }) => (
            <li key={address(other)}>
              <a href={address(other)}>
                {text(`search.relax.${kind}`, { term: dropped === undefined ? '' : label(dropped) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
