import { Button } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { setIcon } from '../../settings/organization-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { ImageField } from '../forms/ImageField.tsx'
import lists from '../forms/Lists.module.css'
import type { StepProps } from './step-props.ts'

/** Uploads the icon of the organization. */
export function IconStep({ isDone, onLeave }: StepProps) {
  const text = useText()
  const icon = useOrg((org) => org.realm_icon_url ?? '')
  return (
    <>
      <ImageField
        label={text('organization.icon')}
        effect={text('organization.icon.effect')}
        preview={<img src={icon} alt="" width={40} height={40} />}
        upload={setIcon}
      />
      {!isDone && (
        <div className={lists.buttons}>
          <Button kind="quiet" onClick={onLeave}>
            {text('setup.skip')}
          </Button>
        </div>
      )}
    </>
  )
}
