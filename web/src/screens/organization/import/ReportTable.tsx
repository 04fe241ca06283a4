import type { ImportedKind, ImportReport, ImportWarning } from '@loquat/contract'
import { errorSentence } from '../../../texts/reasons.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'
import styles from './Import.module.css'
import { phraseOf } from './phrase.ts'

/** Kinds that are counted in the kind before them as well. */
const parts: readonly string[] = ['bots', 'direct_messages']

/** Counts of imported and skipped objects, with the reasons. */
export function ReportTable({ report }: { report: ImportReport }) {
  const text = useText()
  const locale = useLocale()
  const number = (value: number) => value.toLocaleString(locale)
  const skippedOf = (kind: string) =>
    report.skipped.reduce((sum, { what, count }) => sum + (what === kind ? count : 0), 0)
  const kinds = (Object.keys(report.imported) as ImportedKind[]).filter(
    (kind) => (report.imported[kind] ?? 0) + skippedOf(kind) > 0,
  )
  return (
    <>
      <SettingGroup title={text(report.dry_run ? 'import.report.dry' : 'import.report')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{text('import.report.imported')}</th>
              <th scope="col">{text('import.report.skipped')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" data-part={parts.includes(kind) || undefined}>
                  {phraseOf(text, 'what', kind)}
                </th>
                <td>{number(report.imported[kind] ?? 0)}</td>
                <td>{number(skippedOf(kind))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {report.bots.length > 0 && (
          <p className={styles.figures}>{text('import.report.bots', { count: report.bots.length })}</p>
        )}
      </SettingGroup>
      {report.skipped.length > 0 && (
        <SettingGroup
          title={text(report.dry_run ? 'import.report.why.dry' : 'import.report.why')}
          note={text('import.report.why.note')}
        >
          <ul className={styles.reasons}>
            {report.skipped.map(({ what, why, count }) => (
              <li key={`${what} ${why}`}>
                {text('import.report.reason', {
                  count: number(count),
                  what: phraseOf(text, 'what', what),
                  why: phraseOf(text, 'why', why),
                })}
              </li>
            ))}
          </ul>
        </SettingGroup>
      )}
      {report.warnings.length > 0 && (
        <SettingGroup title={text('import.report.warnings')}>
          <ul className={styles.reasons}>
            {report.warnings.map((warning) => (
              <Warning key={warning.message} warning={warning} />
            ))}
          </ul>
        </SettingGroup>
      )}
    </>
  )
}

function Warning({ warning: { message, reason, reason_params: reasonParams } }: { warning: ImportWarning }) {
  const sentence = errorSentence({ message, reason, reasonParams })
  return <li lang={sentence === message ? 'en' : undefined}>{sentence}</li>
}
