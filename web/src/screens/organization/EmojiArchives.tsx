import type { EmojiArchiveResult } from '@loquat/contract'
import { useEffect, useState } from 'react'
import type { addEmojiArchive } from '../../settings/org-lists.ts'
import { errorSentence } from '../../texts/reasons.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './NewEmoji.module.css'

/** An archive that is being uploaded. */
export interface SentArchive {
  id: number
  file: File
  upload: ReturnType<typeof addEmojiArchive>
}

/** Archives, with the result for each of their files. */
export const EmojiArchives = ({ archives }: { archives: readonly SentArchive[] }) =>
  archives.map((archive) => <EmojiArchive key={archive.id} archive={archive} />)

type Outcome = { results: readonly EmojiArchiveResult[] } | { problem: string | undefined }

function EmojiArchive({ archive: { file, upload } }: { archive: SentArchive }) {
  const text = useText()
  const sayProblem = useProblemText()
  const [outcome, setOutcome] = useState<Outcome>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each archive has one outcome
  useEffect(() => {
    void upload.then(({ reply, problem }) =>
      setOutcome(problem === undefined ? { results: reply.results } : { problem: sayProblem(problem) }),
    )
  }, [upload])
  if (outcome === undefined)
    return <p role="status">{text('organization.emoji.reading', { file: file.name })}</p>
  if ('problem' in outcome)
    return (
      <p role="alert" className={styles.refused}>
        {file.name}: {outcome.problem}
      </p>
    )
  const { results } = outcome
  const refused = results.filter(({ reason }) => reason !== null)
  return (
    <section className={styles.archive} aria-label={file.name}>
      <p role="status">
        {text('organization.emoji.archiveDone', {
          file: file.name,
          added: results.length - refused.length,
          refused: refused.length,
        })}
      </p>
      <ul>
        {refused.map(({ file_name, reason, reason_params, msg }, n) => (
          <li key={`${n} ${file_name}`}>
            <strong dir="auto">{file_name}</strong>{' '}
            {errorSentence({
              reason: reason ?? '',
              reasonParams: reason_params,
              message: msg ?? '',
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
