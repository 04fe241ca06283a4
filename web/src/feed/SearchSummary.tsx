import type { NarrowTerm } from '@loquat/contract'
import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { lookup } from '../lib/derived.ts'
import { addressOf } from '../navigation/router.ts'
import { useRankedSearch } from '../search/ranked-search.ts'
import { ignoredWords, isPersonal, relaxations, withoutScope, withPublic } from '../search/relax-search.ts'
import { hasWords } from '../search/search-order.ts'
import { impossibleReason, parseSearch, searchTextOf } from '../search/search-text.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useFeed } from './feeds.ts'
import { SaveSearchButton } from './SaveSearchButton.tsx'
import styles from './SearchBar.module.css'
import { SearchOrderSwitch } from './SearchOrderSwitch.tsx'
import { useSearchWords, useTermLabel } from './search-labels.ts'
import { useIsRanked } from './use-is-ranked.ts'

interface Results {
  status: 'loading' | 'ready' | 'failed'
  count: number
  /** Whether all results are loaded. */
  isWhole: boolean
  similar: 'instead' | 'also' | undefined
  openSimilar(): void
}

interface Props {
  q: string
  terms: readonly NarrowTerm[]
}

const noWords: readonly string[] = []
/** With more results, similar words are not offered. */
const maxFewResults = 10

/** Describes the search in words, and suggests others if nothing was found. */
export function SearchSummary(props: Props) {
  const isRanked = useIsRanked({ kind: 'search', q: props.q })
  return isRanked ? <RankedSummary {...props} /> : <TimeSummary {...props} />
}

function RankedSummary(props: Props) {
  const { search, snapshot } = useRankedSearch(props.q)
  const { ids, ...rest } = snapshot
  return (
    <Summary
      {...props}
      results={{ ...rest, count: ids.length, openSimilar: () => void search.open('also') }}
    />
  )
}

function TimeSummary(props: Props) {
  const view = useMemo(() => ({ kind: 'search' as const, q: props.q }), [props.q])
  const { feed, snapshot } = useFeed(view)
  const { status, ids, hasOldest, hasNewest, similar } = snapshot
  const isWhole = hasOldest && hasNewest
  const openSimilar = () => void feed.openSimilar()
  return <Summary {...props} results={{ status, count: ids.length, isWhole, similar, openSimilar }} />
}

function Summary({ q, terms, results }: Props & { results: Results }) {
  const text = useText()
  const inWords = useSearchWords()
  const label = useTermLabel()
  const isMember = useIsMember()
  const { count } = results
  const isReady = results.status === 'ready'
  const stopWords = useOrg((org) => org.stop_words ?? noWords)
  const { hints } = parseSearch(q, lookup())
  const never = impossibleReason(terms)
  const isEmpty = isReady && count === 0
  const ignored = isEmpty ? ignoredWords(terms, new Set(stopWords)) : []
  const elsewhere = withoutScope(terms)
  const hasFew = isReady && results.isWhole && count > 0 && count <= maxFewResults
  const address = (other: readonly NarrowTerm[]) =>
    addressOf({ kind: 'search', q: searchTextOf(other, lookup()) })
  return (
    <div className={styles.summary}>
      <p>
        <span dir="auto">{inWords(terms)}</span>
        {count > 0 && (
          <span className={styles.count}>
            {text(results.isWhole ? 'search.results' : 'search.loaded', { count })}
          </span>
        )}
      </p>
      <div className={styles.controls}>
        {hasWords(terms) && <SearchOrderSwitch />}
        {isMember && <SaveSearchButton q={q} />}
        {hasFew && hasWords(terms) && results.similar === undefined && (
          <Button kind="quiet" size="small" onClick={results.openSimilar}>
            {text('search.similar.offer')}
          </Button>
        )}
      </div>
      {results.similar !== undefined && count > 0 && (
        <p className={styles.soft} role="status">
          {text(`search.similar.${results.similar}`)}
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
