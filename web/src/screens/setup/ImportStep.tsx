import { Button } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import type { StepProps } from './step-props.ts'

/** Leads to the import of messages from another product. */
export function ImportStep({ isDone, onLeave }: StepProps) {
  const text = useText()
  return (
    <>
      <p>{text('setup.importHint')}</p>
      <div className={lists.buttons}>
        <a className={lists.plainLink} href={addressOf({ kind: 'organization', section: 'import' })}>
          {text('setup.importOpen')}
        </a>
        {!isDone && (
          <Button kind="quiet" onClick={onLeave}>
            {text('setup.skip')}
          </Button>
        )}
      </div>
    </>
  )
}
