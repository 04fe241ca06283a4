import type { EmojiArchiveResult } from '@loquat/contract'
import { useEffect, useState } from 'react'
import { addEmojiArchive } from '../../settings/org-lists.ts'
import { errorSentence } from '../../texts/reasons.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './NewEmoji.module.css'

/** Archives that are uploaded, with the result for each of their files. */
export const EmojiArchives = ({ files }: { files: readonly File[] }) =>
  files.map((file, n) => (
    <EmojiArchive key={`${n} ${file.name} ${file.size} ${file.lastModified}`} file={file} />
  ))

type Outcome = { results: readonly EmojiArchiveResult[] } | { problem: string | undefined }

function EmojiArchive({ file }: { file: File }) {
  const text = useText()
  const sayProblem = useProblemText()
  const [outcome, setOutcome] = useState<Outcome>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each archive is sent once
  useEffect(() => {
    void uploadOnce(file).then(({ reply, problem }) =>
      setOutcome(problem === undefined ? { results: reply.results } : { problem: sayProblem(problem) }),
    )
  }, [file])
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

const uploads = new WeakMap<File, ReturnType<typeof addEmojiArchive>>()

/** Effects can run twice in development. */
function uploadOnce(file: File): ReturnType<typeof addEmojiArchive> {
  const upload = uploads.get(file) ?? addEmojiArchive(file)
  uploads.set(file, upload)
  return upload
}
