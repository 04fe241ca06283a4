import { Button } from '../../components/Button.tsx'
import { parseUrl } from '../../lib/parse.ts'
import { type DataCopy, requestDataCopy, useDataCopy } from '../../settings/data-copy.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'

/** A copy of the reader's own data. */
export function DataCopyGroup() {
  const text = useText()
  const copy = useDataCopy()
  const { phase, problem, run } = useSaving(requestDataCopy)
  return (
    <SettingGroup title={text('dataCopy.title')} note={text('dataCopy.effect')}>
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <Loaded resource={copy}>
        {(latest) => (
          <>
            {latest !== null && <CopyState copy={latest} />}
            {latest?.state !== 'pending' && (
              <div className={lists.buttons}>
                <Button busy={phase === 'saving'} onClick={() => void run(undefined)}>
                  {text('dataCopy.request')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </SettingGroup>
  )
}

function CopyState({ copy }: { copy: DataCopy }) {
  const text = useText()
  const locale = useLocale()
  if (copy.state === 'failed') return <p role="status">{text('dataCopy.failed')}</p>
  if (copy.state === 'pending' || copy.url === null) {
    return (
      <>
        <p role="status">{text('dataCopy.pending')}</p>
        <progress aria-label={text('dataCopy.pending')} />
      </>
    )
  }
  const date = new Date(copy.expires_at * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  return (
    <p role="status">
      <a className={lists.plainLink} href={parseUrl(copy.url)?.pathname} download>
        {text('dataCopy.download')}
      </a>{' '}
      <span className={lists.soft}>{text('dataCopy.until', { date })}</span>
    </p>
  )
}
