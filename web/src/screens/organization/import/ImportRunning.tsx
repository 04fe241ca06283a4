import type { ImportProgress, RealmImport } from '@loquat/contract'
import { type Text, useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { CancelButton } from './CancelButton.tsx'
import styles from './Import.module.css'
import { phraseOf } from './phrase.ts'

/** A dry run or an import that waits or runs. */
export function ImportRunning({ found }: { found: RealmImport }) {
  const text = useText()
  const locale = useLocale()
  const { state, progress, dry_run: isDryRun } = found
  const title = text(isDryRun ? 'import.checking' : 'import.importing', { name: found.file_name })
  return (
    <SettingGroup title={title} note={text('import.background')}>
      <progress
        className={styles.progress}
        aria-label={title}
        {...(progress?.total ? { max: progress.total, value: progress.done } : {})}
      />
      <p className={styles.figures} role="status">
        {state === 'canceling'
          ? text('import.canceling')
          : progress === null
            ? text(state === 'waiting' ? 'import.waiting' : 'import.starting')
            : phraseOf(text, 'stage', progress.stage)}
      </p>
      {state !== 'canceling' && progress !== null && progress.done > 0 && (
        <p className={styles.figures}>{figuresOf(text, locale, progress)}</p>
      )}
      {state !== 'canceling' && (
        <div className={lists.buttons}>
          <CancelButton found={found} />
        </div>
      )}
    </SettingGroup>
  )
}

/** Count, rate and, if the total is known, the remaining time. */
function figuresOf(text: Text, locale: string, { done, total, seconds }: ImportProgress): string {
  const number = (value: number) => Math.round(value).toLocaleString(locale)
  const rate = done / Math.max(seconds, 0.1)
  const count =
    total === null ? number(done) : text('import.countOf', { done: number(done), total: number(total) })
  const figures = [count, text('import.rate', { rate: number(rate) })]
  if (total !== null) {
    const left = (total - done) / Math.max(rate, 0.1)
    figures.push(
      left < 60 ? text('import.secondsLeft') : text('import.minutesLeft', { minutes: Math.ceil(left / 60) }),
    )
  }
  return figures.join(' · ')
}
