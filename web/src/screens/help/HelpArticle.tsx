import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import type { LoadedHelpPage } from '../../help/help-pages.ts'
import { addressOf, navigate } from '../../navigation/router.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './HelpCenter.module.css'
import { HelpContent } from './HelpContent.tsx'

/** One help page. */
export function HelpArticle({ page }: { page: LoadedHelpPage | undefined }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLElement>(null)
  useRestoredScroll(scroller)
  // Screen readers announce the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (page === undefined)
    return (
      <EmptyState text={text('help.unknown')}>
        <Button onClick={() => navigate({ kind: 'help' })}>{text('help.all')}</Button>
      </EmptyState>
    )
  return (
    <article ref={scroller} className={styles.article} data-help-article>
      <div className={styles.text}>
        <a className={styles.back} href={addressOf({ kind: 'help' })}>
          <ArrowLeft size={16} aria-hidden="true" />
          {text('help.all')}
        </a>
        <header className={styles.head}>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {page.title}
          </h2>
          <IconButton
            className={styles.print ?? ''}
            label={text('help.print')}
            icon={<Printer size={18} />}
            onClick={() => print()}
          />
        </header>
        <HelpContent html={page.html} />
      </div>
    </article>
  )
}
